#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ken::base {

// Length in bytes of the character that starts at text[at]; a byte that is not the start of
// well-formed UTF-8 is a character of its own.
[[nodiscard]] std::size_t character_length(std::string_view text, std::size_t at);
[[nodiscard]] std::size_t count_characters(std::string_view text);

// The text as valid UTF-8 on one line: control characters and broken bytes shown as \xNN.
[[nodiscard]] std::string make_printable(std::string_view text);

// The text cut to so many characters, with "..." where it was cut.
[[nodiscard]] std::string shorten(std::string_view text, std::size_t most);

// The text between quotation marks, as Graphviz reads a label; a line break is one of the label.
[[nodiscard]] std::string quote_for_dot(std::string_view text);

// Every run of white space as one blank, none at the ends.
[[nodiscard]] std::string collapse_blanks(std::string_view text);

// The candidate a typist most probably meant, or nothing when none is close.
[[nodiscard]] std::optional<std::string> find_nearest(std::string_view wanted,
                                                      std::span<const std::string> candidates);

// "1 state", "2 states".
[[nodiscard]] std::string count_in_words(std::uint64_t n, std::string_view noun);

}  // namespace ken::base
