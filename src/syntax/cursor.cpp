#include "syntax/cursor.hpp"

#include "base/text.hpp"

namespace ken::syntax {

std::string Cursor::found() const {
  if (at_end()) return "the end of the text";
  return "'" + base::shortened(base::printable(text().substr(0, 64)), 30) + "'";
}

base::Diagnostic& Cursor::expected(std::string_view what) {
  return complain(range(), base::Code::expected, what, found());
}

base::Diagnostic& Cursor::missing(std::string_view what) {
  const base::Range before = previous();
  return complain({before.end, before.end}, base::Code::missing, what);
}

}  // namespace ken::syntax
