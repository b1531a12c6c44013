#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "syntax/ast.hpp"
#include "syntax/cursor.hpp"
#include "syntax/expression.hpp"
#include "syntax/sections.hpp"

namespace ken::syntax {

// The section whose name is most like the word, if one is like it; it lives as long as the names.
[[nodiscard]] std::optional<std::string_view> find_nearest_section(
    std::string_view word, std::span<const std::string_view> names);

// What the readers of all sections share: statements that end in ';', sections that end in
// 'end NAME', and the way on after a mistake.
class SectionReader {
 public:
  SectionReader(Cursor& cursor, System& system) : cursor_(cursor), system_(system) {}

 protected:
  // Calls line() until the section ends.  Reports a missing or a wrong end.
  template <class Line>
  void body(std::string_view section, Line&& line) {
    while (!section_over(section)) {
      const std::size_t before = cursor_.index();
      cursor_.set_section(section);
      line();
      if (cursor_.index() == before) cursor_.advance();
    }
  }
  // Notes where a section stands; a second one is a mistake.
  template <class Content>
  void begin(Section<Content>& section, std::string_view name) {
    const base::Range keyword = cursor_.advance();
    if (section.keyword) {
      auto& d = cursor_.complain(keyword, base::Code::second_section, name);
      d.related.push_back({cursor_.source(), *section.keyword, "the first one is here"});
    } else {
      section.keyword = keyword;
    }
  }
  void expect_colon(std::string_view section);
  void refuse_colon(std::string_view section);
  // The '=' before something; ':=' and '==' count as one mistake and are passed over.
  bool expect_equal(std::string_view what);
  // The ';' at the end of a statement, or the way to the next one.  'wanted' says what may stand
  // there.
  void end_statement(bool sound, std::string_view wanted = "';'");
  // Skips to behind the next ';', or to what can only start something new.
  void skip_statement();

  // Behind the ';' of the one condition of a section: complains and goes to its end.
  void refuse_second_condition(std::string_view section);

  NodeId condition(Place place, bool& sound);
  NodeId declared_name(bool& sound);
  // { a, b }: the elements.
  std::vector<NodeId> elements(bool& sound);
  NodeId optional_repeat(bool& sound);

  // A word that starts a section of an agent or of the file, in a shape that leaves no doubt.
  [[nodiscard]] bool section_starts() const;
  [[nodiscard]] bool file_section_starts() const;
  [[nodiscard]] bool end_word_ahead() const;

  Cursor& cursor_;
  System& system_;
  std::string_view misspelt_;  // how the section being read was written, if wrongly

 private:
  bool section_over(std::string_view section);
  bool wrong_end(std::string_view section);
  [[nodiscard]] bool bare_end_ahead(std::string_view section) const;
  [[nodiscard]] bool odd_end_ahead(std::string_view section) const;
};

}  // namespace ken::syntax
