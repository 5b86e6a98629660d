/// The word that somebody probably meant.
package enum NearestWord {
  /// The word that the fewest changes of letters lead to; nil when none is near, or the word is
  /// among them.
  ///
  /// Capitals count for nothing. One that only was not written to its end counts as near.
  package static func to(_ typed: String, among words: some Sequence<String>) -> String? {
    let typed = typed.lowercased()
    guard !typed.isEmpty, typed.count <= longest else { return nil }
    let nearest = words.map { ($0, distance(typed, $0.lowercased())) }.min { $0.1 < $1.1 }
    return nearest.flatMap { word, distance in
      distance > 0 && distance <= (typed.count < 4 ? 1 : 2) ? word : nil
    }
  }

  /// Characters; longer ones are no slip of the finger.
  private static let longest = 40

  private static func distance(_ typed: String, _ word: String) -> Int {
    if typed == word { return 0 }
    return word.hasPrefix(typed) ? 1 : EditDistance.between(typed, word)
  }
}
