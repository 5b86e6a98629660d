/// Queries to try after a sentence that finds nothing on GitHub, where all words must match.
package struct QueryLadder: Sendable {
  /// The number of plain words in the text.
  package let wordCount: Int
  private let text: String
  /// The words without common ones and without the language named after `in`, `for` or `with`.
  private let words: [String]
  /// The qualifiers as typed, and the language.
  private let qualifiers: [String]

  /// Parses a text that is combined with the qualifiers of flags.
  ///
  /// Returns nil for a text of fewer than three words, or one with quotes, operators or exclusions,
  /// or with a mistake that explains why it finds nothing.
  package init?(_ text: String, beside qualifiers: [Qualifier] = []) {
    guard !text.contains(where: { "\"()".contains($0) }),
      QueryMistake.first(whileTyping: text) == nil
    else { return nil }
    var plain: [String] = []
    var typed: [String] = []
    var hasLanguage = qualifiers.contains { $0.name == .language }
    for (word, term) in zip(QueryWords.split(text), QueryWords(text).terms) {
      switch term {
      case .logic: return nil
      case .text: plain.append(String(word))
      case .qualifier(let name, _, _):
        typed.append(String(word))
        if name == Qualifier.Name.language.rawValue { hasLanguage = true }
      }
    }
    guard plain.count >= 3, !plain.contains(where: { $0.hasPrefix("-") }) else { return nil }
    wordCount = plain.count
    self.text = (plain + typed).joined(separator: " ")
    if !hasLanguage, let (place, name) = Self.language(in: plain) {
      plain.removeSubrange(place)
      typed.append("language:\(name)")
    }
    let subject = plain.filter { !QuestionWords.isCommon($0) }
    words = subject.map { $0.trimmingPunctuation }.filter { !$0.isEmpty }
    self.qualifiers = typed
    if words.isEmpty { return nil }
  }

  /// The words from which a search for only two keeps the rarest.
  package var subject: [String] { words.filter { !QuestionWords.isGeneric($0) } }

  /// At most three texts to try, starting with the most similar one; empty if there are none.
  ///
  /// `counts` is the number of known repositories with each word of the ``subject``; without it,
  /// long words count as rare.
  package func texts(_ counts: [String: Int] = [:]) -> [String] {
    let subject = subject
    let rare = Set(
      subject.indices.sorted {
        let (first, second) = (subject[$0], subject[$1])
        return (counts[first] ?? 0, -first.count, $0) < (counts[second] ?? 0, -second.count, $1)
      }
      .prefix(2)
    )
    var seen: Set = [text]
    return [words, subject, rare.sorted().map { subject[$0] }]
      .filter { !$0.isEmpty }.map { ($0 + qualifiers).joined(separator: " ") }
      .filter { seen.insert($0).inserted }
  }

  /// A sentence such as `nothing has all 7 words`.
  package var sentence: String { "nothing has all \(wordCount) words" }
}

// MARK: - Languages

extension QueryLadder {
  /// The words that name a language, including a preceding `in`, `for`, `with` or `written in`.
  private static func language(in words: [String]) -> (Range<Int>, String)? {
    for place in words.indices.dropFirst() {
      let before = words[place - 1].lowercased()
      guard ["in", "for", "with"].contains(before),
        let name = languages[words[place].trimmingPunctuation.lowercased()]
      else { continue }
      let isWritten = before == "in" && place > 1 && words[place - 2].lowercased() == "written"
      return (place - (isWritten ? 2 : 1)..<place + 1, name)
    }
    return nil
  }

  /// The languages of most repositories, by their common names: at most 40.
  ///
  /// It excludes languages whose names are ordinary words, and those that are more often a
  /// program's subject than its language, such as HTML.
  static let languages: [String: String] = {
    let names = """
      python javascript typescript java go rust c c++ c# php ruby swift kotlin scala dart haskell elixir erlang clojure \
      lua perl r julia ocaml f# zig nim groovy powershell objective-c matlab fortran cobol solidity racket elm \
      purescript d pascal lisp=common-lisp
      """
    let others =
      "golang=go js=javascript ts=typescript py=python cpp=c++ csharp=c# objc=objective-c"
    let pairs = (names + " " + others).split(separator: " ").map { entry in
      let sides = entry.split(separator: "=").map(String.init)
      return (sides[0], sides.last ?? sides[0])
    }
    return Dictionary(pairs) { first, _ in first }
  }()
}

extension String {
  /// The text without a question mark, comma or period at the end.
  fileprivate var trimmingPunctuation: String {
    var word = self[...]
    while let last = word.last, "?!.,;:".contains(last) { word.removeLast() }
    return String(word)
  }
}
