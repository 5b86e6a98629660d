import GitHubModel

/// An item of `text_matches`, which the media type for text matches adds to a result.
struct TextMatchResponse: JSONReadable {
  let property: String
  let fragment: String
  let matches: [Lossy<Word>]

  /// A word of the search in the fragment.
  struct Word {
    let text: String
    let indices: [Int]
  }

  init(_ json: JSONElement) throws(JSONMismatch) {
    var members = try json.members()
    property = try members.value("property")
    fragment = try members.value("fragment")
    matches = try members.value("matches")
  }

  /// Nil for texts that nobody shows.
  var match: TextMatch? {
    let words = matches.compactMap(\.element)
    return TextMatch.Property(rawValue: property).map { property in
      TextMatch(
        property: property,
        fragment: fragment,
        ranges: words.compactMap { $0.range(in: fragment) }
      )
    }
  }
}

extension TextMatchResponse.Word: JSONReadable {
  init(_ json: JSONElement) throws(JSONMismatch) {
    var members = try json.members()
    text = try members.value("text")
    indices = try members.value("indices")
  }

  /// Bytes of the fragment's UTF-8; nil where the word does not stand at its indices.
  ///
  /// GitHub does not say what it counts. It is written in Ruby, whose strings count code points; for
  /// what a JSON library may have made of that, UTF-16 and characters are tried too.
  func range(in fragment: String) -> Range<Int>? {
    guard indices.count == 2, 0 <= indices[0], indices[0] < indices[1] else { return nil }
    let bounds = indices[0]..<indices[1]
    return bytes(bounds, of: fragment.unicodeScalars, in: fragment)
      ?? bytes(bounds, of: fragment.utf16, in: fragment)
      ?? bytes(bounds, of: fragment, in: fragment)
  }

  private func bytes<View: Collection>(
    _ bounds: Range<Int>,
    of view: View,
    in fragment: String
  ) -> Range<Int>? where View.Index == String.Index {
    guard
      let start = view.index(
        view.startIndex,
        offsetBy: bounds.lowerBound,
        limitedBy: view.endIndex
      ),
      let end = view.index(start, offsetBy: bounds.count, limitedBy: view.endIndex),
      String(fragment[start..<end]) == text
    else { return nil }
    let utf8 = fragment.utf8
    let first = utf8.distance(from: utf8.startIndex, to: start)
    return first..<first + text.utf8.count
  }
}
