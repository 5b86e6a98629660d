import GRDB
import GitHubModel

/// The texts that the library's indexes are built from.
struct SearchTexts {
  let database: Database

  init(_ database: Database) { self.database = database }

  /// Stores a repository's texts if they are new.
  func put(_ repository: Repository) throws {
    let topics = (repository.topics ?? []) + [repository.language].compactMap(\.self)
    try database.cachedStatement(
      sql: """
        INSERT INTO search_text (repository, name, topics, description) VALUES (?, ?, ?, ?)
        ON CONFLICT (repository) DO UPDATE SET
          name = excluded.name, topics = excluded.topics, description = excluded.description
        WHERE (name, topics, description) IS NOT (excluded.name, excluded.topics, excluded.description)
        """
    ).execute(arguments: [
      repository.id, Self.words(of: repository.name),
      SearchableText.encoded(topics.joined(separator: " ")),
      SearchableText.encoded(Self.beginning(repository.description ?? "")),
    ])
  }

  /// Stores the note about a repository; a trigger removes it with the note.
  func put(_ note: Note, about id: Repository.ID) throws {
    let text = SearchableText.encoded(note.text)
    try database.run("UPDATE search_text SET note = \(text) WHERE repository = \(id)")
  }

  /// The full name, its words, and the name without hyphens: `httpclient` for `http-client`.
  private static func words(of name: RepositoryName) -> String {
    let names = [name.owner, name.name]
    let words = SearchableText.encoded(
      (names + names.compactMap(camelWords)).joined(separator: " ")
    )
    let joined = name.name.filter { !"-_.".contains($0) }
    return joined == name.name ? words : "\(words) \(joined)"
  }

  /// `swift NIO` for `swiftNIO`, which is one word for the tokenizer; nil if there is only one
  /// word.
  private static func camelWords(_ text: String) -> String? {
    var words = ""
    for character in text {
      if character.isUppercase, words.last?.isLowercase == true { words += " " }
      words.append(character)
    }
    return words == text ? nil : words
  }

  /// The beginning of a text in characters; some descriptions have 64 KiB, but users do not search
  /// for their ends.
  private static func beginning(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(1_000)))
  }
}

/// Text in the form in which the indexes' tokenizer finds its words.
///
/// Chinese, Japanese and Korean have no spaces between words, or attach endings to them, and the
/// tokenizer would treat a whole sentence as a word. So each of their characters becomes a word: a
/// query is then a phrase, and finds any part of a sentence (decision 0145). The symbols in `c++`,
/// `c#` and `.net` become letters, so that they are part of the word.
enum SearchableText {
  /// Separates one-character words; not a letter, and never typed.
  private static let separator: Unicode.Scalar = "\u{1F}"

  /// The private-use letter for a symbol: U+E000 plus its ASCII code.
  private static func letter(_ symbol: Unicode.Scalar) -> Unicode.Scalar {
    Unicode.Scalar(0xE000 + symbol.value) ?? symbol
  }

  /// The text with separators and letters, and without control characters except line breaks.
  static func encoded(_ text: some StringProtocol) -> String {
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != 0x23 && $0 != 0x2B || $0 == 0x0A }),
      !hasNet(text)
    {
      return String(text)
    }
    let scalars = Array(text.unicodeScalars)
    var encoded = String.UnicodeScalarView()
    var wasWord = false
    for (index, scalar) in scalars.enumerated() {
      let isControl = scalar.value < 0x20 && scalar != "\n" || scalar.value == 0x7F
      let isWord = isCJK(scalar)
      let isSymbol = isPartOfWord(index, scalars)
      let endsSymbol =
        !isSymbol && index > 0 && scalars[index - 1] != "."
        && isPartOfWord(index - 1, scalars)
      if isWord || wasWord || endsSymbol { encoded.append(separator) }
      encoded.append(isControl ? " " : isSymbol ? letter(scalar) : scalar)
      wasWord = isWord
    }
    return String(encoded)
  }

  /// The text without separators, and with its symbols.
  static func decoded(_ text: String) -> String {
    var decoded = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where scalar != separator {
      let symbol = symbols.first { letter($0) == scalar }
      decoded.append(symbol ?? scalar)
    }
    return String(decoded)
  }

  private static let symbols: [Unicode.Scalar] = ["+", "#", "."]

  private static func hasNet(_ text: some StringProtocol) -> Bool {
    text.utf8.contains(UInt8(ascii: ".")) && text.lowercased().contains(".net")
  }

  /// Whether it is a plus in `c++`, the sharp in `c#`, or the dot in `.net`.
  private static func isPartOfWord(_ index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
    func scalar(_ place: Int) -> Unicode.Scalar? {
      scalars.indices.contains(place) ? scalars[place] : nil
    }
    func isLetter(_ place: Int) -> Bool { scalar(place)?.properties.isAlphabetic == true }
    func isInWord(_ place: Int) -> Bool {
      isLetter(place) || scalar(place)?.properties.numericType != nil
    }
    switch scalars[index] {
    case "+":
      // One of two plus signs after a letter, as in C++.
      return scalar(index + 1) == "+" && isLetter(index - 1)
        || scalar(index - 1) == "+" && isLetter(index - 2)
    case "#": return isLetter(index - 1) && !isInWord(index - 2) && !isInWord(index + 1)
    case ".":
      let name = scalars[(index + 1)...].prefix(3).map { $0.properties.lowercaseMapping }.joined()
      return name == "net" && !isInWord(index - 1) && !isInWord(index + 4)
    default: return false
    }
  }

  /// Whether it is an ideograph, kana, bopomofo or hangul
  /// (<https://www.unicode.org/Public/UNIDATA/Blocks.txt>).
  static func isCJK(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3031...0x318F,
      0x31A0...0x31BF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F,
      0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x1AFF0...0x1B16F, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
