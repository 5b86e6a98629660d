package import Terminal

/// A search in the texts that were searched for before.
package struct HistorySearch: Sendable, Equatable {
  package var editor = LineEditor()
  /// Which of the matches is selected.
  package var selection = 0

  package init() {}

  /// The texts that contain what was typed, newest first.
  package func matches(in texts: [String]) -> [String] {
    let wanted = editor.text.lowercased()
    guard !wanted.isEmpty else { return texts }
    return texts.filter { $0.lowercased().contains(wanted) }
  }
}
