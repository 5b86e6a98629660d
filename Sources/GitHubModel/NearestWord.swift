/// Finds the most similar word.
package enum NearestWord {
  /// The closest word by edit distance; nil if none is close enough, or the word is among them.
  ///
  /// Case is ignored. A word that starts with the typed text is the closest. Short words may differ
  /// by only one change; otherwise almost any two would be close. Among equally close words, one of
  /// the same length wins, since letters are swapped more often than added.
  package static func to(_ typed: String, among words: some Sequence<String>) -> String? {
    let typed = typed.lowercased()
    guard !typed.isEmpty, typed.count <= maxLength else { return nil }
    let nearest = words.map { ($0, distance(typed, $0.lowercased())) }.min { left, right in
      (left.1, abs(left.0.count - typed.count)) < (right.1, abs(right.0.count - typed.count))
    }
    return nearest.flatMap { word, distance in
      distance > 0 && distance <= (typed.count < 6 ? 1 : 2) ? word : nil
    }
  }

  /// The maximum number of characters; longer words are not typos.
  private static let maxLength = 40

  private static func distance(_ typed: String, _ word: String) -> Double {
    if typed == word { return 0 }
    return word.hasPrefix(typed) ? 0.5 : Double(EditDistance.between(typed, word))
  }
}

/// The edit distance of two words (optimal string alignment).
package enum EditDistance {
  /// The number of letters to insert, delete or replace, or neighbors to swap, to turn one word
  /// into the other.
  package static func between(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.unicodeScalars), Array(right.unicodeScalars))
    var (last, row) = ([Int](), Array(0...right.count))
    for index in left.indices {
      var next = [index + 1]
      for column in right.indices {
        let change = row[column] + (left[index] == right[column] ? 0 : 1)
        var distance = min(change, row[column + 1] + 1, next[column] + 1)
        if index > 0, column > 0, left[index] == right[column - 1],
          left[index - 1] == right[column]
        {
          distance = min(distance, last[column - 1] + 1)
        }
        next.append(distance)
      }
      (last, row) = (row, next)
    }
    return row[right.count]
  }
}
