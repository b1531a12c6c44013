#pragma once

namespace ken::base {

// Whether this build has sanitizers, which make everything several times as slow.  For tests alone:
// what only takes longer when there is more of it is smaller there and has its full size in
// release-check.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
#else
inline constexpr bool sanitized = false;
#endif

}  // namespace ken::base
