// Breaking a statement that is too long for its line.
//
// A line may break before a binary operator, before 'if', and behind a comma: these places are the
// gaps.  The gaps of one operator between the same brackets form a run, as in a and b and c; runs
// nest, first by brackets, then by how tightly they bind, and a gap's key is that pair of numbers,
// smaller for what is further out.  One pass with a stack of the open runs finds each gap's run,
// the parent of each run, where its gaps' segments end (a segment reaches to the next gap whose key
// is not larger; one of a comparison, of arithmetic or of arguments just to the next gap) and where
// the whole run ends.
//
// Then the tokens are laid out from the left.  A gap is broken when its segment does not fit on the
// rest of the line, so that lists and chains of comparisons fill the lines; a run of connectives
// over operands that hold connectives themselves is broken at all its gaps or at none; and when an
// operand was broken, the operator behind it starts a line too.  Each run stands four columns
// deeper than its parent.  All of this is linear in the number of tokens.

#include "syntax/wrap.hpp"

#include <algorithm>
#include <limits>

#include "syntax/operators.hpp"

namespace ken::syntax {
namespace {

using enum TokenKind;

constexpr std::uint32_t hanging = 4;
constexpr std::uint32_t deepest = 40;  // columns a continuation may be indented by

// Strengths of gaps that are no operators.
constexpr int of_list = 0;        // a comma, an 'if', the end of a 'for'
constexpr int of_arguments = 80;  // commas of a call: rather break inside an argument

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

struct Run {
  std::uint64_t key = 0;
  std::uint32_t parent = none;
  std::uint32_t operand = 0;  // token where its latest operand began
  std::uint32_t end = 0;      // token behind the run
  std::uint32_t indent = 0;
  bool compound = false;  // some operand holds a connective
  bool broken = false;
};

struct Gap {
  std::uint32_t token = 0;
  std::uint32_t run = 0;
  std::uint32_t operand = 0;      // token where the operand before it begins
  std::uint32_t segment_end = 0;  // token behind its segment
};

int strength(std::uint64_t key) { return static_cast<int>(key % 128); }
// Broken only where nothing weaker can be.
bool soft(const Run& run) { return strength(run.key) >= binding::comparison; }
bool connective(const Run& run) { return strength(run.key) > of_list && !soft(run); }

class Wrapper {
 public:
  Wrapper(const System& system, const std::vector<TokenRole>& roles, Statement statement)
      : system_(system), tokens_(system.tokens.tokens), roles_(roles), statement_(statement) {}

  std::vector<LineBreak> run(const std::vector<std::uint32_t>& forced) {
    measure();
    const bool fits = statement_.indent + position_.back() <= line_width;
    if (fits && forced.empty()) return {};
    find_gaps();
    lay_out(forced, fits);
    return std::move(breaks_);
  }

 private:
  // Where each token would begin and the last one end if all stood on one line.
  void measure() {
    std::uint32_t column = 0;
    for (std::uint32_t i = statement_.first; i < statement_.last; ++i) {
      if (i > statement_.first && blank_before(system_, roles_, i)) ++column;
      position_.push_back(column);
      column += tokens_[i].range.end - tokens_[i].range.begin;
    }
    position_.push_back(column);
  }
  [[nodiscard]] std::uint32_t position(std::uint32_t token) const {
    return position_[token - statement_.first];
  }

  // ---- gaps and runs ----

  void find_gaps() {
    for (std::uint32_t i = statement_.first; i < statement_.last; ++i) {
      const TokenKind kind = tokens_[i].kind;
      const Role role = roles_[i].role;
      const bool closes =
          kind == rparen || kind == rbracket || kind == rbrace || role == Role::close_coalition;
      if (closes && openers_.size() > 1) openers_.pop_back();
      if (kind == equal && role == Role::plain) assigns_ = true;
      if (kind == colon && role != Role::infix && openers_.size() == 1) past_condition_ = true;
      const int at = i == statement_.first ? -1 : gap_strength(i);
      if (at >= 0) add_gap(i, at);
      if (kind == lparen || kind == lbracket || kind == lbrace || role == Role::open_coalition)
        openers_.push_back(i + 1);
    }
    close_runs(0, statement_.last, none);
    for (auto run = closed_.rbegin(); run != closed_.rend(); ++run) indent(runs_[*run]);
  }

  // How tightly what may be broken before this token binds; negative: nothing.
  [[nodiscard]] int gap_strength(std::uint32_t token) const {
    const TokenRole before = roles_[token - 1];
    if (before.role == Role::list_comma || before.role == Role::close_repeat) return of_list;
    if (before.role == Role::call_comma) return of_arguments;
    const bool sequence = tokens_[token - 1].kind == semicolon && before.role == Role::infix;
    if (sequence) return binding::sequence;
    const TokenRole here = roles_[token];
    if (here.role == Role::infix) return tokens_[token].kind == semicolon ? -1 : here.strength;
    if (tokens_[token].kind != identifier || here.role != Role::plain) return -1;
    const std::string_view word = system_.text(tokens_[token].range);
    if (word == "and") return binding::conjunction;
    return word == "where" || (word == "if" && (assigns_ || openers_.size() > 1)) ? of_list : -1;
  }

  void add_gap(std::uint32_t token, int at) {
    if (past_condition_) end_condition(token);
    const std::uint64_t key = (openers_.size() - 1) * 128 + static_cast<std::uint64_t>(at);
    const auto next = static_cast<std::uint32_t>(runs_.size());
    const bool continued = close_runs(key + 1, token, next);
    if (!continued) {
      const std::uint32_t outside = open_.empty() ? statement_.first : runs_[open_.back()].operand;
      runs_.push_back({.key = key, .operand = std::max(outside, openers_.back())});
      runs_.back().compound = inside_connective_;
      open_.push_back(next);
    }
    Run& run = runs_[open_.back()];
    close_segment(token, open_.back());
    gaps_.push_back({token, open_.back(), run.operand, statement_.last});
    pending_.push_back(static_cast<std::uint32_t>(gaps_.size() - 1));
    run.operand = token;
  }

  // The ':' between a condition and its actions is no gap, but nothing reaches across it.
  void end_condition(std::uint32_t token) {
    past_condition_ = false;
    close_runs(0, token, none);
    for (const std::uint32_t gap : pending_) gaps_[gap].segment_end = token;
    pending_.clear();
  }

  // Takes the runs with at least this key off the stack; 'next' is the run about to be opened.
  // True if the run on top then is the one with the key just below.
  bool close_runs(std::uint64_t key, std::uint32_t token, std::uint32_t next) {
    inside_connective_ = false;
    while (!open_.empty() && runs_[open_.back()].key >= key) {
      const std::uint32_t closed = open_.back();
      open_.pop_back();
      closed_.push_back(closed);
      runs_[closed].end = token;
      const bool last = open_.empty() || runs_[open_.back()].key < key;
      const bool same = !open_.empty() && runs_[open_.back()].key + 1 == key;
      const std::uint32_t parent = last && !same && next != none ? next
                                   : open_.empty()               ? none
                                                                 : open_.back();
      runs_[closed].parent = parent;
      if (!connective(runs_[closed])) continue;
      if (parent == next)
        inside_connective_ = true;
      else if (parent != none)
        runs_[parent].compound = true;
    }
    return !open_.empty() && runs_[open_.back()].key + 1 == key;
  }

  // Ends the segments of the gaps before this one that are soft or not further out.
  void close_segment(std::uint32_t token, std::uint32_t run) {
    while (!pending_.empty()) {
      Gap& gap = gaps_[pending_.back()];
      if (!soft(runs_[gap.run]) && runs_[gap.run].key < runs_[run].key) break;
      gap.segment_end = token;
      pending_.pop_back();
    }
  }

  // The parent's indentation is known already.
  void indent(Run& run) const {
    run.indent = statement_.indent + hanging;
    if (run.parent == none) return;
    const Run& parent = runs_[run.parent];
    const std::uint32_t step = soft(parent) ? 0 : hanging;
    run.indent = std::min(parent.indent + step, statement_.indent + deepest);
  }

  // ---- layout ----

  void lay_out(const std::vector<std::uint32_t>& forced, bool fits) {
    auto comment = forced.begin();
    auto gap = gaps_.begin();
    line_start_ = statement_.first;
    line_indent_ = statement_.indent;
    for (std::uint32_t i = statement_.first; i < statement_.last; ++i) {
      const bool here = gap != gaps_.end() && gap->token == i;
      if (comment != forced.end() && *comment == i) {
        ++comment;
        start_line(
            i, here ? runs_[gap->run].indent : std::max(line_indent_, statement_.indent + hanging));
        if (here) runs_[gap->run].broken = true;
      } else if (here && !fits && must_break(*gap)) {
        runs_[gap->run].broken = true;
        start_line(i, runs_[gap->run].indent);
      }
      if (here) ++gap;
    }
  }
  void start_line(std::uint32_t token, std::uint32_t indent) {
    breaks_.push_back({token, indent});
    line_start_ = token;
    line_indent_ = indent;
  }

  [[nodiscard]] bool must_break(const Gap& gap) const {
    const Run& run = runs_[gap.run];
    if (connective(run) && line_start_ > gap.operand) return true;
    const bool all_or_none = run.compound && connective(run);
    if (all_or_none && run.broken) return true;
    const std::uint32_t end = all_or_none ? run.end : gap.segment_end;
    return line_indent_ + position(end) - position(line_start_) > line_width;
  }

  const System& system_;
  const TokenList& tokens_;
  const std::vector<TokenRole>& roles_;
  Statement statement_;
  std::vector<std::uint32_t> position_;
  std::vector<std::uint32_t> openers_{0};  // for each open bracket: the token behind it
  std::vector<Run> runs_;
  std::vector<std::uint32_t> open_;    // runs whose end is not known yet, the innermost last
  std::vector<std::uint32_t> closed_;  // the others, every run before its parent
  std::vector<Gap> gaps_;
  std::vector<std::uint32_t> pending_;  // gaps whose segment has not ended, likewise
  std::vector<LineBreak> breaks_;
  std::uint32_t line_start_ = 0;
  std::uint32_t line_indent_ = 0;
  bool assigns_ = false;         // behind the '=' of an assignment
  bool past_condition_ = false;  // just behind the ':' of a line of a Protocol
  bool inside_connective_ = false;
};

}  // namespace

std::vector<LineBreak> wrap(const System& system, const std::vector<TokenRole>& roles,
                            Statement statement, const std::vector<std::uint32_t>& forced) {
  return Wrapper(system, roles, statement).run(forced);
}

}  // namespace ken::syntax
