import GRDB
import GitHubModel

/// The library's full-text indexes, in the order in which they are searched.
enum TextIndex: String, CaseIterable {
  /// Names, topics and descriptions.
  case facts = "fact_index"
  /// Also includes notes, for repositories that have one.
  case notes = "note_index"
  /// Also includes READMEs.
  case everything = "text_index"

  var fields: [StarField] {
    switch self {
    case .facts: [.name, .topics, .description]
    case .notes: [.name, .topics, .description, .note]
    case .everything: StarField.allCases
    }
  }

  /// Shorter prefixes match only whole words here: nearly all READMEs have a word that starts with
  /// `st`, and FTS5 would first collect the rows of all these words.
  var minPrefix: Int {
    switch self {
    case .facts, .notes: 1
    case .everything: 4
    }
  }

  /// Whether the index may have rows for a search that earlier ones lack.
  func adds(to search: StarSearch) -> Bool {
    switch self {
    case .facts: true
    case .notes: search.query.fields.contains(.note)
    case .everything:
      !search.query.fields.isDisjoint(with: [.note, .readme])
        && search.nodes.flatMap(\.words).contains { $0.field != .name }
    }
  }

  /// The weights of the columns for `bm25`, evaluated by `SearchQualityTests`.
  var weights: String {
    switch self {
    case .facts: "10, 5, 2"
    case .notes: "10, 5, 3, 2"
    case .everything: "10, 5, 3, 2, 1"
    }
  }
}

/// Builds patterns for one index from a query.
struct StarPatterns {
  let database: Database
  let index: TextIndex
  var fields = Set(StarField.allCases)
  /// Synonyms of the query's terms, which match too.
  var synonyms: Synonyms.Words = [:]

  /// The words in every row that all nodes match; nil if there are none.
  func all(_ nodes: [LocalQuery.Node], isWanted: Bool = true) throws -> String? {
    Self.joined(try nodes.compactMap { try pattern($0, isWanted: isWanted) }, "AND")
  }

  private func pattern(_ node: LocalQuery.Node, isWanted: Bool) throws -> String? {
    switch node {
    case .term(let term): return try pattern(term, isWanted: isWanted)
    case .all(let nodes): return try all(nodes, isWanted: isWanted)
    case .any(let nodes):
      // Rows that may match by their facts are sorted by stars.
      guard nodes.allSatisfy(\.isText) else { return nil }
      let patterns = try nodes.compactMap { try pattern($0, isWanted: isWanted) }
      return patterns.count == nodes.count ? Self.joined(patterns, "OR") : nil
    // A row may match these without containing any word.
    case .not, .qualifiers, .list: return nil
    }
  }

  /// The word, its inflections and, on request, words that it is a prefix of and synonyms; nil if
  /// it has no letter or digit.
  ///
  /// Whole words count more than prefixes.
  func pattern(_ term: LocalQuery.Term, isWanted: Bool = true) throws -> String? {
    let words = try StarWords.tokens(term.text, in: database)
    guard let last = words.last else { return nil }
    let columns = index.fields.filter { fields.contains($0) && $0.isIn(term.field) }
    // A pattern that matches nothing, since a column filter cannot be empty.
    guard !columns.isEmpty else { return "\"\(StarWords.impossible)\"" }
    var forms = [Self.phrase(words)]
    if !term.isPhrase {
      forms += EnglishWord.inflections(of: last).map { Self.phrase(words.dropLast() + [$0]) }
      // `http-client` is also written `httpclient`.
      if words.count > 1, !words.contains(where: StarWords.isIdeograph) {
        forms.append(Self.phrase([words.joined()]))
      }
      if isWanted {
        if term.isBeginning, last.count >= index.minPrefix { forms.append(forms[0] + " *") }
        for synonym in synonyms[term.text.lowercased()] ?? [] {
          forms.append(Self.phrase(try StarWords.tokens(synonym, in: database)))
        }
      }
    }
    let filter = "{\(columns.map(\.rawValue).joined(separator: " "))} : "
    return "(\(filter)(\(forms.joined(separator: " OR "))))"
  }

  /// The number of repositories with each of the words in their facts, up to a limit.
  static func counts(of words: [String], in database: Database) throws -> [String: Int] {
    let patterns = Self(database: database, index: .facts)
    var counts: [String: Int] = [:]
    for term in words.flatMap({ LocalQuery($0).plainWords }) {
      guard let pattern = try patterns.pattern(term, isWanted: false) else { continue }
      counts[term.text] = try database.value(
        "SELECT count(*) FROM (SELECT 1 FROM fact_index WHERE fact_index MATCH \(pattern) LIMIT 1000)"
      )
    }
    return counts
  }

  private static func joined(_ patterns: [String], _ operation: String) -> String? {
    patterns.count > 1 ? "(\(patterns.joined(separator: " \(operation) ")))" : patterns.first
  }

  private static func phrase(_ words: some Sequence<String>) -> String {
    "\"\(words.joined(separator: " "))\""
  }

  /// The rows whose READMEs have the words close together; nil for anything but a few words.
  func near(_ nodes: [LocalQuery.Node]) throws -> String? {
    var phrases: [String] = []
    for node in nodes {
      guard case .term(let term) = node, term.field == nil else { return nil }
      let words = try StarWords.tokens(term.text, in: database)
      if !words.isEmpty { phrases.append(Self.phrase(words)) }
    }
    guard phrases.count > 1 else { return nil }
    return "readme : NEAR(\(phrases.joined(separator: " ")), \(Self.maxDistance))"
  }

  /// The maximum number of words between the first and the last one.
  private static let maxDistance = 8
}

extension LocalQuery.Term {
  /// Whether the prefix is too short to be searched for in READMEs.
  var isShortBeginning: Bool { isBeginning && text.count < TextIndex.everything.minPrefix }
}

extension StarField {
  /// Whether a term limited to the field is searched for here.
  fileprivate func isIn(_ field: LocalQuery.Field?) -> Bool {
    switch field {
    case nil: true
    case .name: self == .name
    case .note: self == .note
    case .readme: self == .readme
    }
  }
}

/// Words in the form in which they are indexed.
enum StarWords {
  static func tokens(_ text: String, in database: Database) throws -> [String] {
    let text = SearchableText.encoded(text.storable)
    return try database.makeTokenizer(Schema.tokenizer).tokenize(document: text).map(\.token)
  }

  static func isIdeograph(_ word: String) -> Bool {
    word.unicodeScalars.contains(where: SearchableText.isCJK)
  }

  /// A token that occurs in no text.
  static let impossible = "\u{E0FF}"
}

/// The forms of an English word.
enum EnglishWord {
  /// The other forms with the same stem: `frameworks` for `framework`, `parse` and `parsed` for
  /// `parsing`.
  ///
  /// Some are not words; they occur nowhere and do no harm.
  static func inflections(of word: String) -> Set<String> {
    guard word.utf8.count >= 3, word.utf8.allSatisfy({ 97...122 ~= $0 }) else { return [] }
    var forms: Set<String> = []
    for stem in stems(of: word) {
      let base = stem.hasSuffix("e") ? String(stem.dropLast()) : stem
      forms.formUnion([stem, plural(of: stem), base + "ing", base + "ed"])
      if let last = lastDoubled(in: stem) {
        forms.formUnion([stem + last + "ing", stem + last + "ed"])
      }
    }
    forms.remove(word)
    return forms
  }

  /// The agent nouns of a verb: `scanner` and `scanners` for `scan` and `scanning`.
  ///
  /// Some mean something else, so they are used only if some of the words suffice.
  static func doers(of word: String) -> Set<String> {
    guard word.utf8.count >= 4, word.utf8.allSatisfy({ 97...122 ~= $0 }) else { return [] }
    var forms: Set<String> = []
    for stem in stems(of: word) where stem.utf8.count >= 4 {
      let base = stem.hasSuffix("e") ? String(stem.dropLast()) : stem
      forms.formUnion([base + "er", base + "ers"])
      if let last = lastDoubled(in: stem) {
        forms.formUnion([stem + last + "er", stem + last + "ers"])
      }
    }
    return forms
  }

  private static func plural(of word: String) -> String {
    if word.hasSuffix("y"), let before = word.dropLast().last, !"aeiou".contains(before) {
      return word.dropLast() + "ies"
    }
    return word + (["s", "x", "z", "ch", "sh"].contains(where: word.hasSuffix) ? "es" : "s")
  }

  /// The last letter, if it may be doubled before an ending, as in `plugging`.
  private static func lastDoubled(in word: String) -> String? {
    let isVowel = word.suffix(3).map { "aeiou".contains($0) }
    guard isVowel == [false, true, false], !"wxy".contains(word.suffix(1)) else { return nil }
    return String(word.suffix(1))
  }

  /// The words that it may be a form of, or the word itself if it has no known ending.
  private static func stems(of word: String) -> [String] {
    func without(_ ending: String) -> String? {
      guard word.hasSuffix(ending) else { return nil }
      let rest = word.dropLast(ending.count)
      return rest.count >= 3 && rest.contains(where: "aeiouy".contains) ? String(rest) : nil
    }
    if let rest = without("ies") { return [rest + "y"] }
    if let rest = without("ing") ?? without("ed") {
      let isDoubled = rest.last == rest.dropLast().last && !"lsz".contains(rest.suffix(1))
      return isDoubled ? [String(rest.dropLast())] : [rest, rest + "e"]
    }
    if ["ss", "us", "is"].contains(where: word.hasSuffix) { return [word] }
    let isLong = ["ses", "xes", "zes", "ches", "shes"].contains(where: word.hasSuffix)
    let stems = [without("s"), isLong ? without("es") : nil].compactMap(\.self)
    return stems.isEmpty ? [word] : stems
  }
}
