package import Terminal

/// Colors the comments, strings, keywords and numbers in code, line by line.
///
/// It matches keywords instead of parsing, which is enough for examples (decision 0042). Each line
/// is scanned once from left to right, whatever it contains.
package struct CodeHighlighter {
  private let language: CodeLanguage
  /// The comment or string left open by the previous line.
  private var open: CodeLanguage.Region?

  // The line being read.
  private var bytes: [UInt8] = []
  private var position = 0
  private var colored: [TextLine.Span] = []
  /// The start of the uncolored text that is not yet in ``colored``.
  private var plainStart = 0
  /// Quotation marks without an end in this line: searching for it again each time would take
  /// quadratic time.
  private var unended: [UInt8] = []

  /// Creates a highlighter; nil for an unknown language.
  ///
  /// `name` is the text after the fence, such as `rust,ignore`.
  package init?(_ name: String) {
    let word = name.prefix { $0.isLetter || $0.isNumber || "+#-_".contains($0) }
    guard let language = CodeLanguage.named[word.lowercased()] else { return nil }
    self.language = language
  }

  package mutating func spans(_ line: SafeText) -> [TextLine.Span] {
    bytes = Array(line.description.utf8)
    (position, colored, plainStart, unended) = (0, [], 0, [])
    if let open {
      self.open = nil
      take(open, contentAt: 0)
    } else if language.hasKeys {
      takeKey()
    }
    while position < bytes.count { step() }
    takePlain(upTo: bytes.count)
    return colored
  }

  private mutating func step() {
    let byte = bytes[position]
    if Self.isWordByte(byte) { return takeWord(from: position) }
    if let region = beginning() { return take(region, contentAt: position + region.start.count) }
    if let mark = language.wordMarks.first(where: { isMark($0) }) {
      let start = position
      position += mark.count
      skipWord()
      return color(from: start, Theme.keyword)
    }
    position += 1
  }

  /// Whether a mark followed by a word is at the current position.
  private func isMark(_ mark: [UInt8]) -> Bool {
    let word = position + mark.count
    return word < bytes.count && Self.isWordByte(bytes[word])
      && bytes[position...].starts(with: mark)
  }

  // MARK: Words

  private mutating func takeWord(from start: Int) {
    skipWord()
    if 48...57 ~= bytes[start] { return color(from: start, Theme.number) }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    let isKeyword =
      language.keywords.contains(word)
      || language.ignoresCase && language.keywords.contains(word.uppercased())
    if isKeyword { color(from: start, Theme.keyword) }
  }

  /// Skips to the end of a word, or of a number with its decimal point.
  private mutating func skipWord() {
    let isNumber = 48...57 ~= bytes[position]
    while position < bytes.count {
      let isPoint =
        isNumber && bytes[position] == UInt8(ascii: ".") && position + 1 < bytes.count
        && 48...57 ~= bytes[position + 1]
      guard isPoint || Self.isWordByte(bytes[position]) else { return }
      position += 1
    }
  }

  /// Takes the name before `:` or `=` in a line of settings.
  private mutating func takeKey() {
    while position < bytes.count, bytes[position] == 0x20 || bytes[position] == UInt8(ascii: "-") {
      position += 1
    }
    let start = position
    while position < bytes.count,
      Self.isWordByte(bytes[position]) || "-./".utf8.contains(bytes[position])
    {
      position += 1
    }
    let rest = bytes[position...].first { $0 != 0x20 }
    if start < position, rest == UInt8(ascii: ":") || rest == UInt8(ascii: "=") {
      color(from: start, Theme.keyword)
    } else {
      position = start
    }
  }

  /// Whether a byte belongs to a word; letters of other scripts count, so that a mark stays with
  /// its letter.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, UInt8(ascii: "_"), 0x80...: true
    default: false
    }
  }

  // MARK: Comments and strings

  private mutating func beginning() -> CodeLanguage.Region? {
    for region in language.regions where bytes[position...].starts(with: region.start) {
      if region.startsWord, position > 0, bytes[position - 1] != 0x20 { continue }
      if region.spansLines || region.end.isEmpty { return region }
      if unended.contains(bytes[position]) { continue }
      if end(of: region, from: position + region.start.count) != nil { return region }
      unended.append(bytes[position])
    }
    return nil
  }

  private mutating func take(_ region: CodeLanguage.Region, contentAt content: Int) {
    let start = position
    if let end = end(of: region, from: content) {
      position = end
    } else {
      position = bytes.count
      if region.spansLines { open = region }
    }
    color(from: start, region.isComment ? Theme.comment : Theme.string)
  }

  /// The position after the end of a region; nil if it does not end in this line.
  ///
  /// An empty end means the end of the line.
  private func end(of region: CodeLanguage.Region, from start: Int) -> Int? {
    guard !region.end.isEmpty else { return bytes.count }
    var index = start
    while index < bytes.count {
      if !region.isComment, bytes[index] == UInt8(ascii: "\\") {
        index += 2
      } else if bytes[index] == region.end[0], bytes[index...].starts(with: region.end) {
        return index + region.end.count
      } else {
        index += 1
      }
    }
    return nil
  }

  // MARK: Writing

  /// Colors the text from a start to the current position.
  private mutating func color(from start: Int, _ style: CellStyle) {
    takePlain(upTo: start)
    append(start..<position, style)
    plainStart = position
  }

  private mutating func takePlain(upTo end: Int) {
    append(plainStart..<end, .plain)
    plainStart = end
  }

  private mutating func append(_ range: Range<Int>, _ style: CellStyle) {
    guard !range.isEmpty else { return }
    let text = String(decoding: bytes[range], as: UTF8.self)
    colored.append(TextLine.Span(SafeText(text), style))
  }
}

package struct CodeLanguage: Sendable {
  package struct Region: Sendable {
    package let start: [UInt8]
    /// The end; empty for the end of the line.
    package let end: [UInt8]
    package let isComment: Bool
    /// Whether the region may span lines; otherwise an opening quote without an end in its line
    /// starts no string, since it may be an apostrophe.
    package let spansLines: Bool
    /// Whether it starts only after a space or at the start of a line.
    package let startsWord: Bool

    package static func comment(_ start: String, _ end: String = "", startsWord: Bool = false)
      -> Self
    {
      Self(
        start: Array(start.utf8),
        end: Array(end.utf8),
        isComment: true,
        spansLines: !end.isEmpty,
        startsWord: startsWord
      )
    }

    package static func string(
      _ mark: String,
      from start: String? = nil,
      spansLines: Bool = false
    ) -> Self {
      Self(
        start: Array((start ?? mark).utf8),
        end: Array(mark.utf8),
        isComment: false,
        spansLines: spansLines,
        startsWord: false
      )
    }
  }

  /// The regions, longest start first.
  package let regions: [Region]
  package let keywords: Set<String>
  /// Whether uppercase keywords may also be lowercase.
  package let ignoresCase: Bool
  /// Marks that make the following word a keyword, as in `@main`; longer marks come first.
  package let wordMarks: [[UInt8]]
  /// Whether a line may start with a name and `:` or `=`.
  package let hasKeys: Bool

  private init(
    _ regions: [Region],
    keywords: Set<String> = words,
    ignoresCase: Bool = false,
    wordMarks: String = "",
    hasKeys: Bool = false
  ) {
    (self.regions, self.keywords, self.ignoresCase) = (regions, keywords, ignoresCase)
    self.wordMarks = wordMarks.split(separator: " ").map { Array($0.utf8) }
    self.hasKeys = hasKeys
  }

  /// The languages by the word after the fence.
  package static let named: [String: Self] = Dictionary(
    families.flatMap { names, language in
      names.split(whereSeparator: \.isWhitespace).map { (String($0), language) }
    },
    uniquingKeysWith: { first, _ in first }
  )

  private static let hash = Region.comment("#", startsWord: true)
  private static let slashes = Region.comment("//")
  private static let block = Region.comment("/*", "*/")
  private static let double = Region.string("\"")
  private static let single = Region.string("'")
  private static let longDouble = Region.string("\"\"\"", spansLines: true)
  private static let longSingle = Region.string("'''", spansLines: true)
  private static let backtick = Region.string("`", spansLines: true)
  private static let doubleAttribute = Region.string("\"", from: "=\"", spansLines: true)
  private static let singleAttribute = Region.string("'", from: "='", spansLines: true)

  /// The languages of most examples in READMEs, grouped by their syntax of comments and strings.
  private static let families: [(names: String, language: Self)] = [
    (
      "sh bash shell zsh console shell-session sh-session fish dockerfile makefile make rb ruby",
      Self([hash, double, single], wordMarks: "$ @")
    ),
    (
      "py python python3 pycon",
      Self([longDouble, longSingle, hash, double, single], wordMarks: "@")
    ),
    // Here `'` may start a lifetime.
    ("swift rust rs", Self([slashes, block, longDouble, double], wordMarks: "@ #")),
    (
      """
      js javascript jsx mjs ts typescript tsx json jsonc json5 go golang java kotlin kt kts groovy
      gradle scala cs csharp c# dart c h cpp c++ cc hpp cxx objc objective-c
      """,
      Self([slashes, block, longDouble, backtick, double, single], wordMarks: "@ #")
    ),
    ("php", Self([slashes, block, hash, double, single], wordMarks: "$ <?")),
    (
      "yaml yml toml ini properties",
      Self(
        [hash, double, single],
        keywords: ["true", "false", "null", "yes", "no"],
        hasKeys: true
      )
    ),
    (
      "css scss less",
      Self([slashes, block, double, single], keywords: [], wordMarks: "@ # .", hasKeys: true)
    ),
    (
      "sql mysql postgresql pgsql plsql sqlite",
      Self([.comment("--"), block, double, single], ignoresCase: true)
    ),
    // Quotation marks are strings only inside a tag: between tags they belong to the text.
    (
      "html xml xhtml svg vue svelte plist",
      Self(
        [.comment("<!--", "-->"), doubleAttribute, singleAttribute],
        keywords: [],
        wordMarks: "</ <! <? < &"
      )
    ),
  ]

  /// Keywords shared by most programming languages, and the commands of shells, Dockerfiles and, in
  /// uppercase, SQL.
  private static let words = Set(
    """
    abstract and as async await bool break case catch cd chan class const continue def default defer
    delete do done echo elif else elsif end ensure enum esac except exit export extends extern false
    False fi final finally float fn for foreach from func function global go guard if impl implements
    import in init inline instanceof int interface internal is lambda let local long loop match mod
    module mut namespace new nil None not null operator or override package pass private protected
    protocol pub public puts raise range readonly require rescue return select self Self set sizeof
    source static struct sudo super switch template then this throw throws trait true True try type
    typedef typeof undefined unless unsafe until use using val var virtual void when where while with
    yield FROM RUN COPY CMD ENTRYPOINT ENV WORKDIR EXPOSE
    ADD ALTER AND AS ASC BETWEEN BY CASE CREATE DELETE DESC DISTINCT DROP ELSE END EXISTS GROUP HAVING
    IN INDEX INSERT INTO IS JOIN KEY LEFT LIKE LIMIT NOT NULL ON OR ORDER OUTER PRIMARY REFERENCES
    SELECT SET TABLE THEN UNION UNIQUE UPDATE VALUES VIEW WHEN WHERE WITH
    """.split(whereSeparator: \.isWhitespace).map(String.init)
  )
}
