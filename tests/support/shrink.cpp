// Making a model small that shows something (delta debugging, Zeller and Hildebrandt 2002), on the
// text alone: most of the attempts are no models any more, and it is the test that says so.
//
// First whole lines go, in runs of half the text, a quarter and so on.  Then each line is
// simplified: a parenthesised part becomes true or false, or is replaced by a part of its own, or
// one of its two sides is left out; a list loses a member; a range becomes narrower.  A change is
// kept if the text gets shorter and stays interesting, so this ends.

#include "shrink.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace ken::tests {
namespace {

using Interesting = std::function<bool(const std::string&)>;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1);
    lines.push_back(text.substr(at, end + 1 - at));
    at = end + 1;
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

// Leaves out runs of lines; true if some went.
bool drop_lines(std::string& text, const Interesting& interesting) {
  bool any = false;
  std::vector<std::string> lines = lines_of(text);
  for (std::size_t run = std::max<std::size_t>(lines.size() / 2, 1); run > 0; run /= 2) {
    for (std::size_t at = 0; at < lines.size();) {
      std::vector<std::string> fewer(lines.begin(),
                                     lines.begin() + static_cast<std::ptrdiff_t>(at));
      if (at + run < lines.size())
        fewer.insert(fewer.end(), lines.begin() + static_cast<std::ptrdiff_t>(at + run),
                     lines.end());
      if (interesting(joined(fewer))) {
        lines = std::move(fewer);
        any = true;
      } else {
        at += run;
      }
    }
  }
  text = joined(lines);
  return any;
}

// Leaves out two lines with whatever stands between them: an agent, a section.
bool drop_blocks(std::string& text, const Interesting& interesting) {
  std::vector<std::string> lines = lines_of(text);
  bool any = false;
  for (std::size_t first = 0; first < lines.size(); ++first) {
    for (std::size_t last = lines.size(); last-- > first + 1;) {
      if (lines[last].find("end ") == std::string::npos) continue;
      std::vector<std::string> fewer = lines;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(first),
                  fewer.begin() + static_cast<std::ptrdiff_t>(last + 1));
      if (!interesting(joined(fewer))) continue;
      lines = std::move(fewer);
      any = true;
      break;
    }
  }
  text = joined(lines);
  return any;
}

struct Span {
  std::size_t begin;
  std::size_t end;
  [[nodiscard]] std::string of(const std::string& text) const {
    return text.substr(begin, end - begin);
  }
};

// What stands between brackets of one kind, inside the brackets, outer ones first.
std::vector<Span> bracketed(const std::string& text, char open, char close) {
  std::vector<Span> result;
  std::vector<std::size_t> begun;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == open) begun.push_back(i + 1);
    if (text[i] != close || begun.empty()) continue;
    result.push_back({begun.back(), i});
    begun.pop_back();
  }
  std::sort(result.begin(), result.end(), [](const Span& a, const Span& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  return result;
}

// The condition or formula that a line ends with, or begins with.
std::vector<Span> bodies(const std::string& line) {
  std::vector<Span> result;
  const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t semicolon = line.rfind(';');
  const std::size_t condition = line.find(" if ");
  const std::size_t actions = line.rfind(" : {");
  if (semicolon == std::string::npos) return result;
  if (condition != std::string::npos) result.push_back({condition + 4, semicolon});
  if (actions != std::string::npos) result.push_back({first, actions});
  result.push_back({first, semicolon});
  std::erase_if(result, [](const Span& span) { return span.begin >= span.end; });
  return result;
}

// Places outside brackets where the text can be cut in two.
std::vector<Span> cuts(const std::string& text) {
  constexpr std::array<std::string_view, 7> joints = {" and ", " or ", " -> ", " <-> ",
                                                      " U ",   " R ",  " W "};
  std::vector<Span> result;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '{') ++depth;
    if (text[i] == ')' || text[i] == '}') --depth;
    if (depth != 0) continue;
    for (const std::string_view joint : joints)
      if (text.compare(i, joint.size(), joint) == 0) result.push_back({i, i + joint.size()});
  }
  return result;
}

// What could stand instead of a condition or formula.
std::vector<std::string> instead(const std::string& part) {
  std::vector<std::string> result{"true", "false"};
  for (const Span& inner : bracketed(part, '(', ')')) result.push_back(inner.of(part));
  for (const Span& cut : cuts(part)) {
    result.push_back(part.substr(0, cut.begin));
    result.push_back(part.substr(cut.end));
  }
  return result;
}

std::vector<std::string> simpler(const std::string& line) {
  std::vector<std::string> result;
  const auto replace = [&](const Span& span, const std::string& by) {
    if (span.begin + by.size() < span.end)
      result.push_back(line.substr(0, span.begin) + by + line.substr(span.end));
  };
  for (const Span& body : bodies(line))
    for (const std::string& by : instead(body.of(line))) replace(body, by);
  for (const Span& part : bracketed(line, '(', ')')) {
    for (const std::string& by : instead(part.of(line))) replace(part, by);
    replace({part.begin - 1, part.end + 1}, part.of(line));
  }
  for (const Span& cut : cuts(line.substr(0, line.find(" if ")))) {  // assignments
    const std::size_t end = std::min(line.find(" if "), line.rfind(';'));
    if (end == std::string::npos || end < cut.end) continue;
    replace({cut.begin, end}, "");
    replace({line.find_first_not_of(' '), cut.end}, "");
  }
  for (const Span& list : bracketed(line, '{', '}')) {
    const std::string members = list.of(line);
    for (std::size_t at = members.find(", "); at != std::string::npos;
         at = members.find(", ", at + 1)) {
      replace(list, members.substr(0, at));
      replace(list, members.substr(at + 2));
      const std::size_t next = members.find(", ", at + 1);
      if (next != std::string::npos) replace(list, members.substr(0, at) + members.substr(next));
    }
  }
  for (const Span& bound : bracketed(line, '[', ']')) replace({bound.begin - 1, bound.end + 1}, "");
  return result;
}

bool simplify_lines(std::string& text, const Interesting& interesting) {
  bool any = false;
  std::vector<std::string> lines = lines_of(text);
  for (std::string& line : lines) {
    for (bool again = true; again;) {
      again = false;
      const std::string before = line;
      for (std::string& candidate : simpler(before)) {
        line = std::move(candidate);
        again = interesting(joined(lines));
        if (again) break;
      }
      if (!again) line = before;
      any = any || again;
    }
  }
  text = joined(lines);
  return any;
}

}  // namespace

std::string shrunk(std::string text, const Interesting& interesting) {
  for (bool again = true; again;) {
    again = drop_lines(text, interesting);
    again = drop_blocks(text, interesting) || again;
    again = simplify_lines(text, interesting) || again;
  }
  return text;
}

}  // namespace ken::tests
