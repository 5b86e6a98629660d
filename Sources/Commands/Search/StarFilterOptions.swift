import ArgumentParser

/// The flags that keep rows by whether the signed-in user starred them.
struct StarFilterOptions: ParsableArguments {
  /// Which rows stay.
  enum Choice: EnumerableFlag {
    case starred
    case notStarred

    static func help(for value: Self) -> ArgumentHelp? {
      switch value {
      case .starred: "Only what you starred; looks through as many results as --limit needs."
      case .notStarred: "Only what you did not star, found in the same way."
      }
    }
  }

  @Flag var choice: Choice?

  /// True for starred rows, false for the others, nil for all.
  var filter: Bool? { choice.map { $0 == .starred } }
}
