/// Parses a query as GitHub's repository search does.
///
/// It shares only the parsing of ranges with the program, since tests could not detect an error in
/// shared code.
///
/// NOT binds tightest, then AND (also unwritten), then OR. A qualifier without an adjacent operator
/// limits the whole query: `cats OR dogs language:swift` is Swift in both cases. Several positive
/// qualifiers of one kind (languages, licenses, owners and repositories) are alternatives.
/// Parentheses mean nothing, as on GitHub. A qualifier that GitHub does not know is a word.
struct SearchParser {
  private var request = SearchRequest()
  private var filters: [SearchExpression] = []
  private var alternatives: [SearchQualifier.Alternatives: [SearchExpression]] = [:]
  private var groups: [[SearchExpression]] = [[]]
  private var isNextNegated = false
  private var words: [String] = []
  private let viewer: String?

  /// `viewer` is the login that `user:@me` refers to.
  static func request(_ query: String, viewer: String?) -> SearchRequest {
    var parser = SearchParser(viewer: viewer)
    let tokens = SearchToken.tokens(of: query)
    for (index, token) in tokens.enumerated() {
      let neighbors = [index - 1, index + 1].filter(tokens.indices.contains)
      parser.take(token, besideOperator: neighbors.contains { tokens[$0].isOperator })
    }
    return parser.finish()
  }

  private init(viewer: String?) {
    self.viewer = viewer
  }

  private mutating func take(_ token: SearchToken, besideOperator: Bool) {
    if token.isOperator {
      takeOperator(token.raw)
    } else if let key = token.key, takeSetting(key: key, value: token.value) {
      return
    } else if let key = token.key,
      let qualifier = SearchQualifier(key: key, value: token.value, viewer: viewer)
    {
      take(qualifier, isNegated: token.isNegated, besideOperator: besideOperator)
    } else {
      takeWord(token.key == nil ? token.value : token.raw)
    }
  }

  private mutating func takeOperator(_ name: String) {
    request.operatorCount += 1
    switch name {
    case "OR": groups.append([])
    case "NOT": isNextNegated.toggle()
    default: break
    }
  }

  private mutating func takeSetting(key: String, value: String) -> Bool {
    switch (key, value.lowercased()) {
    case ("in", let list):
      guard let fields = SearchTerm.Fields(list) else { return false }
      request.fields = fields
    case ("fork", "true"): request.forks = .with
    case ("fork", "only"): request.forks = .only
    case ("fork", "false"): request.forks = .without
    default: return false
    }
    return true
  }

  private mutating func take(
    _ qualifier: SearchQualifier,
    isNegated: Bool,
    besideOperator: Bool
  ) {
    let isPositive = !isNegated && !isNextNegated
    if isPositive, qualifier.alternatives == .scopes { request.scopes.append(qualifier) }
    let expression =
      isPositive ? SearchExpression.qualifier(qualifier) : .not(.qualifier(qualifier))
    isNextNegated = false
    if besideOperator {
      groups[groups.count - 1].append(expression)
    } else if isPositive, let kind = qualifier.alternatives {
      alternatives[kind, default: []].append(expression)
    } else {
      filters.append(expression)
    }
  }

  private mutating func takeWord(_ text: String) {
    guard !text.isEmpty else { return }
    words.append(text)
    let term = SearchTerm(text)
    groups[groups.count - 1].append(isNextNegated ? .not(.term(term)) : .term(term))
    isNextNegated = false
  }

  private mutating func finish() -> SearchRequest {
    let written = groups.filter { !$0.isEmpty }.map(SearchExpression.all)
    let either = alternatives.values.map(SearchExpression.any)
    request.expression = .all(filters + either + (written.isEmpty ? [] : [.any(written)]))
    request.wordLength = words.joined(separator: " ").count
    return request
  }
}

/// The parsed value of `q`.
struct SearchRequest {
  /// The treatment of forks: omitted unless `fork:true` or `fork:only` says otherwise.
  enum Forks {
    case without
    case with
    case only
  }

  var expression = SearchExpression.all([])
  var fields = SearchTerm.Fields.default
  var forks = Forks.without
  /// The `user:`, `org:` and `repo:` qualifiers; GitHub rejects a search if none of these is
  /// visible.
  var scopes: [SearchQualifier] = []
  /// The total length of the words, without qualifiers and operators; GitHub allows 256 characters.
  var wordLength = 0
  /// The number of AND, OR and NOT operators; GitHub allows five.
  var operatorCount = 0
}

/// One word of a query, without its quotes.
struct SearchToken: Equatable {
  /// The text before the first `:` outside quotes; nil for a free word.
  let key: String?
  let value: String
  let isNegated: Bool
  /// The token as typed, for tokens whose key is unknown.
  let raw: String

  /// Whether this is `AND`, `OR` or `NOT` in capitals and without quotes.
  var isOperator: Bool { key == nil && ["AND", "OR", "NOT"].contains(raw) }

  /// Splits a query at white space outside double quotes; an open quote runs to the end.
  static func tokens(of query: String) -> [SearchToken] {
    var pieces: [String] = []
    var piece = ""
    var isQuoted = false
    for character in query {
      if character == "\"" { isQuoted.toggle() }
      if character.isWhitespace, !isQuoted {
        pieces.append(piece)
        piece = ""
      } else {
        piece.append(character)
      }
    }
    pieces.append(piece)
    return pieces.filter { !$0.isEmpty }.map(SearchToken.init(piece:))
  }

  private init(piece: String) {
    raw = piece
    let isNegated = piece.hasPrefix("-") && piece.contains(":")
    let body = isNegated ? piece.dropFirst() : piece[...]
    let quote = body.firstIndex(of: "\"") ?? body.endIndex
    guard let colon = body.firstIndex(of: ":"), colon < quote, colon > body.startIndex else {
      key = nil
      value = Self.unquoted(piece[...])
      self.isNegated = false
      return
    }
    key = body[..<colon].lowercased()
    value = Self.unquoted(body[body.index(after: colon)...])
    self.isNegated = isNegated
  }

  private static func unquoted(_ text: Substring) -> String {
    text.filter { $0 != "\"" }
  }
}
