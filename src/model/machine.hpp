#pragma once
#include <span>
#include <utility>
#include <vector>

#include "model/constants.hpp"

namespace ken::model {

// The stack on which an expression of the text is resolved, instead of recursion: a frame for every
// node whose parts are not done, and the results of the parts that are.  Conditions and formulas
// differ in what they keep in a frame (Extra) and in what a part results in.
//
// The owner's step looks at the top frame and enters a part, enters an instance of a comprehension,
// or leaves with a result; any of them invalidates the frame.
template <class Extra, class Result>
class Machine {
 public:
  struct Frame : Extra {
    syntax::NodeId node{};
    std::size_t next = 0;              // part to enter
    std::size_t results = 0;           // where the results of its parts begin
    Constants::Instances instances{};  // of a comprehension
  };

  explicit Machine(Constants& constants) : constants_(constants) {}

  // Calls step(frame) until the root has a result.
  template <class Step>
  Result run(const syntax::System& text, syntax::NodeId root, const Step& step) {
    text_ = &text;
    frames_.clear();
    results_.clear();
    enter(root);
    while (!frames_.empty()) step(frames_.back());
    return std::move(results_.back());
  }

  void enter(syntax::NodeId node, Extra extra = {}) {
    constants_.spend(*text_, text_->nodes[node].range, 1);
    frames_.push_back({std::move(extra), node, 0, results_.size(), {}});
  }

  // Binds the indices of the next instance of a comprehension and enters its body.  When there is
  // none left, or something is wrong, the indices are unbound and the results of the frame are
  // those of all instances.
  Constants::Turn enter_instance(Frame& frame, syntax::NodeId comprehension) {
    const auto children = text_->nodes.children(comprehension);
    const auto head = children.first(children.size() - 1);
    const Constants::Turn turn = constants_.next(*text_, head, frame.instances);
    if (turn == Constants::Turn::instance) enter(children.back());
    return turn;
  }

  // The results of the frame's parts so far.
  [[nodiscard]] std::span<Result> results(const Frame& frame) {
    return std::span(results_).subspan(frame.results);
  }
  [[nodiscard]] std::span<const Result> results(const Frame& frame) const {
    return std::span(results_).subspan(frame.results);
  }

  // Replaces the top frame and the results of its parts by its own result.
  void leave(Result result) {
    results_.resize(frames_.back().results);
    results_.push_back(std::move(result));
    frames_.pop_back();
  }

 private:
  Constants& constants_;
  const syntax::System* text_ = nullptr;
  std::vector<Frame> frames_;
  std::vector<Result> results_;
};

}  // namespace ken::model
