/// A query of local data: your own stars, and rows seen before.
///
/// Adjacent words must all match, and so must `"a phrase"`. `-word` excludes a word from its whole
/// group, and `OR` separates alternatives. `( … )` groups. `name:`, `note:` and `readme:` search
/// one field, `list:` names a star list, and qualifiers mean the same as on GitHub, as do `AND` and
/// `NOT`. Any text is a valid query: unclosed quotes are read as text, and empty values are
/// ignored.
package struct LocalQuery: Sendable, Hashable {
  /// The fields that a term can be limited to.
  package enum Field: String, Sendable, CaseIterable {
    case name, note, readme
  }

  /// A word, or a phrase.
  package struct Term: Sendable, Hashable {
    package let text: String
    package let isPhrase: Bool
    /// The field; nil for all fields.
    package fileprivate(set) var field: Field?
    /// Whether it also matches as a prefix, since the user may still be typing.
    package fileprivate(set) var isBeginning = false
    /// Its range in the query's text, including its prefixes.
    package let range: Range<String.Index>
  }

  /// A node of a query.
  package indirect enum Node: Sendable, Hashable {
    case term(Term)
    /// Adjacent qualifiers, which a ``RepositoryFilter`` combines.
    case qualifiers([Qualifier])
    /// The name or slug of a star list.
    case list(String)
    case all([Node])
    case any([Node])
    case not(Node)
  }

  /// The query's text, truncated if it is very long.
  package let text: String
  /// The nodes that must all match; empty for a query without words or qualifiers.
  package let nodes: [Node]

  package init(_ text: String) {
    self.text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.maxLength)))
    var lexer = LocalQueryLexer(self.text)
    var parser = LocalQueryParser(lexer.tokens())
    nodes = parser.group(of: LocalQueryPrefix())
  }

  /// How a text exceeds a limit, such as `the query has 300 characters; the limit is 256`; nil if
  /// it does not.
  package static func excess(of text: String) -> String? {
    let length = text.unicodeScalars.count
    if length > maxLength { return "the query has \(length) characters; the limit is \(maxLength)" }
    var lexer = LocalQueryLexer(text)
    _ = lexer.tokens()
    if lexer.termCount > maxTerms {
      return "the query has \(lexer.termCount) words and qualifiers; the limit is \(maxTerms)"
    }
    if lexer.depth > maxDepth {
      return "the query has \(lexer.depth) parentheses within each other; the limit is \(maxDepth)"
    }
    return nil
  }

  /// The maximum length in Unicode scalars.
  package static let maxLength = 256
  /// The maximum number of words, phrases and qualifiers; the rest are ignored.
  package static let maxTerms = 32
  /// The maximum depth of groups; deeper parentheses are ignored.
  package static let maxDepth = 8

  /// The text with some terms removed or replaced.
  package func replacing(_ words: [(term: Term, word: String?)]) -> LocalQuery {
    var changed = text
    for (term, word) in words.sorted(by: { $0.term.range.lowerBound > $1.term.range.lowerBound }) {
      let prefix = term.field.map { "\($0.rawValue):" } ?? ""
      changed.replaceSubrange(term.range, with: word.map { prefix + $0 } ?? "")
    }
    return LocalQuery(changed.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  /// All qualifiers in the query.
  package var qualifiers: [Qualifier] { nodes.flatMap(\.qualifiers) }
}

extension LocalQuery {
  private init(_ text: String, _ nodes: [Node]) { (self.text, self.nodes) = (text, nodes) }

  /// The words outside groups, phrases and fields that are not excluded.
  package var plainWords: [Term] {
    nodes.compactMap { node in
      if case .term(let term) = node, !term.isPhrase, term.field == nil { term } else { nil }
    }
  }

  /// The plain words except common ones, or all if there are no others.
  package var subject: [Term] {
    let words = plainWords
    let rest = words.filter { !QuestionWords.isCommon($0.text) }
    return rest.isEmpty ? words : rest
  }

  /// Whether the query is a question: at least four plain words, one of which is common.
  package var isQuestion: Bool {
    let words = plainWords
    return words.count >= 4 && words.contains { QuestionWords.isCommon($0.text) }
  }

  /// Adjacent words joined into one, such as `username` for `user name`.
  package static func joined(_ words: [Term]) -> [Term] {
    zip(words, words.dropFirst()).map { first, second in
      Term(text: first.text + second.text, isPhrase: false, range: second.range)
    }
  }

  /// The words that may match; common ones are not worth marking.
  package var markedWords: [Term] {
    let common = Set(plainWords).subtracting(subject)
    return nodes.flatMap(\.words).filter { !common.contains($0) }
  }

  /// The query reduced to some of its plain words, all or any of which must match; the rest is
  /// unchanged.
  package func narrowed(to words: [Term], any: Bool = false) -> LocalQuery {
    let all = Set(plainWords)
    let rest = nodes.filter { node in
      if case .term(let term) = node { !all.contains(term) } else { true }
    }
    let terms = words.map(Node.term)
    return LocalQuery(text, rest + (any && terms.count > 1 ? [.any(terms)] : terms))
  }
}

/// The difference between a search of stars and the query as typed.
package struct SearchCorrection: Sendable, Hashable {
  /// The rows that have only some of the words.
  package struct PartialMatch: Sendable, Hashable {
    /// The number of preceding rows that have all words.
    package let completeCount: Int
    /// The words that no star has.
    package let missing: [String]

    package init(after completeCount: Int, missing: [String]) {
      (self.completeCount, self.missing) = (completeCount, missing)
    }
  }

  package let from: String
  /// The query with corrected words, or as typed.
  package let to: String
  /// The partial matches; nil if all rows have all words.
  package let partial: PartialMatch?

  package init(from: String, to: String, partial: PartialMatch? = nil) {
    (self.from, self.to, self.partial) = (from, to, partial)
  }

  package var isRespelled: Bool { from != to }

  /// A sentence such as `no star matches "fuzy finder"; showing "fuzzy finder"`.
  ///
  /// A mistake in a qualifier explains more than the words do.
  package var sentence: String {
    if let mistake = QueryMistake.first(whileTyping: from) { return mistake.sentence }
    switch partial?.completeCount {
    case nil: return "no star matches \"\(from)\"; showing \"\(to)\""
    case 0:
      let words = isRespelled ? "\"\(to)\"" : "them"
      return "no star has all of these words; showing those with most of \(words)"
    case let count?:
      let all = count == 1 ? "1 star has" : "\(count) stars have"
      let words = isRespelled ? "\"\(to)\"" : "these words"
      return "\(all) all of \(words); the others have most of them"
    }
  }
}

extension LocalQuery.Node {
  /// The words and phrases that may match, without the excluded ones.
  package var words: [LocalQuery.Term] {
    switch self {
    case .term(let term): [term]
    case .all(let nodes), .any(let nodes): nodes.flatMap(\.words)
    case .not, .qualifiers, .list: []
    }
  }

  /// Whether it consists only of text.
  package var isText: Bool {
    switch self {
    case .term: true
    case .all(let nodes), .any(let nodes): nodes.allSatisfy(\.isText)
    case .not(let node): node.isText
    case .qualifiers, .list: false
    }
  }

  /// Whether it has only words and phrases, without exclusions.
  package var isWords: Bool {
    switch self {
    case .term: true
    case .all(let nodes), .any(let nodes): nodes.allSatisfy(\.isWords)
    case .not, .qualifiers, .list: false
    }
  }

  fileprivate var qualifiers: [Qualifier] {
    switch self {
    case .qualifiers(let qualifiers): qualifiers
    case .all(let nodes), .any(let nodes): nodes.flatMap(\.qualifiers)
    case .not(let node): node.qualifiers
    case .term, .list: []
    }
  }
}

/// The prefix of a term or group: `-`, and a field or qualifier name.
private struct LocalQueryPrefix {
  var isNegated = false
  /// The name in lowercase.
  var name: String?

  static let names = Set(Qualifier.Name.allCases.map(\.rawValue))
    .union(LocalQuery.Field.allCases.map(\.rawValue)).union(["org", "list"])

  var field: LocalQuery.Field? { name.flatMap(LocalQuery.Field.init) }

  /// Whether it turns words into a qualifier or the name of a list.
  var isCondition: Bool { name != nil && field == nil }

  /// The qualifier with the value; nil for a term, or for an impossible value.
  func qualifier(_ value: String) -> Qualifier? {
    guard let name, let known = name == "org" ? .user : Qualifier.Name(rawValue: name) else {
      return nil
    }
    // Topics have no spaces, even if people type them.
    let value = known == .topic ? value.replacing(" ", with: "-") : value
    return Qualifier(known, value, isNegated: isNegated)
  }

  /// The prefix of an element in a group with this prefix.
  func inner(_ prefix: Self, isNegated: Bool) -> Self {
    Self(isNegated: prefix.isNegated != isNegated, name: prefix.name ?? name)
  }
}

/// Splits a query's text into terms, parentheses and operators.
private struct LocalQueryLexer {
  enum Token {
    case open(LocalQueryPrefix)
    case close
    case or, and, not
    case term(LocalQueryPrefix, LocalQuery.Term)
  }

  private let text: String
  private var index: String.Index
  /// The number of terms and the depth of parentheses read so far, including those beyond the
  /// limits.
  private(set) var (termCount, depth) = (0, 0)

  init(_ text: String) { (self.text, index) = (text, text.startIndex) }

  /// The tokens, with balanced parentheses.
  mutating func tokens() -> [Token] {
    var tokens: [Token] = []
    // The positions of open parentheses; nil for those that nest too deeply.
    var opened: [Int?] = []
    while let token = next(canClose: !opened.isEmpty) {
      switch token {
      case .open:
        opened.append(opened.count < LocalQuery.maxDepth ? tokens.count : nil)
        depth = max(depth, opened.count)
        if opened.last == .some(nil) { continue }
      case .close: if opened.removeLast() == nil { continue }
      case .term:
        termCount += 1
        if termCount > LocalQuery.maxTerms { continue }
      case .or, .and, .not: break
      }
      tokens.append(token)
    }
    for place in opened.reversed() { if let place { tokens.remove(at: place) } }
    return tokens
  }

  private mutating func next(canClose: Bool) -> Token? {
    while index < text.endIndex, text[index].isWhitespace || isLoneQuote {
      index = text.index(after: index)
    }
    guard index < text.endIndex else { return nil }
    if text[index] == ")", canClose {
      index = text.index(after: index)
      return .close
    }
    let start = index
    let prefix = readPrefix()
    if index < text.endIndex, text[index] == "(" {
      index = text.index(after: index)
      return .open(prefix)
    }
    let phrase = readPhrase()
    let word = phrase ?? readWord(canClose: canClose)
    if phrase == nil {
      switch text[start..<index] {
      case "OR": return .or
      case "AND": return .and
      case "NOT": return .not
      default: break
      }
    }
    let term = LocalQuery.Term(
      text: word,
      isPhrase: phrase != nil,
      field: prefix.field,
      range: start..<index
    )
    return .term(prefix, term)
  }

  /// Whether this is a quotation mark without another one after it.
  private var isLoneQuote: Bool {
    text[index] == "\"" && !text[text.index(after: index)...].contains("\"")
  }

  private mutating func readPrefix() -> LocalQueryPrefix {
    var prefix = LocalQueryPrefix()
    let rest = text[index...].dropFirst()
    if text[index] == "-", let following = rest.first, !following.isWhitespace, following != "-" {
      prefix.isNegated = true
      index = rest.startIndex
    }
    if let colon = text[index...].firstIndex(where: { !$0.isLetter && $0 != "-" }),
      text[colon] == ":"
    {
      let name = text[index..<colon].lowercased()
      if LocalQueryPrefix.names.contains(name) {
        prefix.name = name
        index = text.index(after: colon)
      }
    }
    return prefix
  }

  private mutating func readPhrase() -> String? {
    guard index < text.endIndex, text[index] == "\"" else { return nil }
    let start = text.index(after: index)
    guard let end = text[start...].firstIndex(of: "\"") else { return nil }
    index = text.index(after: end)
    return String(text[start..<end])
  }

  /// Reads up to white space, a quotation mark, or the parenthesis that closes the group.
  private mutating func readWord(canClose: Bool) -> String {
    let start = index
    var depth = 0
    while index < text.endIndex, !text[index].isWhitespace, text[index] != "\"" {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" {
        if depth == 0, canClose { break }
        depth -= 1
      }
      index = text.index(after: index)
    }
    return String(text[start..<index])
  }
}

/// Builds a tree from tokens.
private struct LocalQueryParser {
  private let tokens: [LocalQueryLexer.Token]
  private var index = 0
  /// The index of the word that the user may still be typing.
  private let lastWord: Int?

  init(_ tokens: [LocalQueryLexer.Token]) {
    self.tokens = tokens
    lastWord = tokens.lastIndex { token in
      switch token {
      case .term(let prefix, _): !prefix.isNegated && !prefix.isCondition
      case .close: true
      case .open, .or, .and, .not: false
      }
    }
  }

  /// Parses up to the end of the group.
  mutating func group(of outer: LocalQueryPrefix) -> [LocalQuery.Node] {
    var group = LocalQueryGroup()
    var isNegated = false
    while index < tokens.count {
      let token = tokens[index]
      index += 1
      switch token {
      case .close: return group.nodes
      case .and: continue
      case .not:
        isNegated = true
        continue
      case .or: group.alternatives.append(.init())
      case .open(let prefix):
        let inner = outer.inner(prefix, isNegated: isNegated)
        let nodes = self.group(of: LocalQueryPrefix(name: inner.name))
        group.add(LocalQueryGroup.node(nodes), isNegated: inner.isNegated)
      case .term(let prefix, let term):
        add(term, outer.inner(prefix, isNegated: isNegated), to: &group)
      }
      isNegated = false
    }
    return group.nodes
  }

  private func add(
    _ term: LocalQuery.Term,
    _ prefix: LocalQueryPrefix,
    to group: inout LocalQueryGroup
  ) {
    if term.text.allSatisfy(\.isWhitespace) { return }
    if prefix.name == "list" {
      return group.add(.list(term.text), isNegated: prefix.isNegated)
    }
    if prefix.isCondition {
      if let qualifier = prefix.qualifier(term.text) { group.add(qualifier) }
      return
    }
    var term = term
    term.field = prefix.field
    term.isBeginning = !term.isPhrase && !prefix.isNegated && lastWord == index - 1
    group.add(.term(term), isNegated: prefix.isNegated)
  }
}

/// The part of a group parsed so far; exclusions apply to all of its alternatives.
private struct LocalQueryGroup {
  struct Alternative {
    var nodes: [LocalQuery.Node] = []
    var qualifiers: [Qualifier] = []

    var all: [LocalQuery.Node] { nodes + (qualifiers.isEmpty ? [] : [.qualifiers(qualifiers)]) }
  }

  var alternatives = [Alternative()]
  private var excluded: [LocalQuery.Node] = []
  private var unwanted: [Qualifier] = []

  mutating func add(_ node: LocalQuery.Node?, isNegated: Bool) {
    guard let node else { return }
    if isNegated {
      excluded.append(.not(node))
    } else {
      alternatives[alternatives.count - 1].nodes.append(node)
    }
  }

  mutating func add(_ qualifier: Qualifier) {
    if qualifier.isNegated {
      unwanted.append(qualifier)
    } else {
      alternatives[alternatives.count - 1].qualifiers.append(qualifier)
    }
  }

  /// The nodes that must all match.
  var nodes: [LocalQuery.Node] {
    let wanted = alternatives.map(\.all).filter { !$0.isEmpty }
    let rest = excluded + (unwanted.isEmpty ? [] : [.qualifiers(unwanted)])
    return (wanted.count > 1 ? [.any(wanted.compactMap(Self.node))] : wanted.first ?? []) + rest
  }

  /// A single node for all of them; nil if there are none.
  static func node(_ nodes: [LocalQuery.Node]) -> LocalQuery.Node? {
    nodes.count > 1 ? .all(nodes) : nodes.first
  }
}
