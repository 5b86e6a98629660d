/// Words in a question that say nothing about its subject.
package enum QuestionWords {
  /// Whether a word is common in English questions, such as `something` in `something to edit
  /// photos`.
  ///
  /// Words in other languages do not count.
  package static func isCommon(_ word: some StringProtocol) -> Bool {
    common.contains(normalized(word))
  }

  /// Whether a word is a noun for any repository, such as `library`.
  static func isGeneric(_ word: some StringProtocol) -> Bool {
    generic.contains(normalized(word))
  }

  /// The word in lowercase, without apostrophes and surrounding punctuation.
  private static func normalized(_ word: some StringProtocol) -> String {
    word.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "-" }
  }

  /// The common words, at most 150.
  static let common = words(
    """
    a an the
    about after against as at before between by during for from in inside into like of off on onto
    out over since than through to under until up via with within without
    i im ive id me my we us our you your it its they them their this that these those who which what
    whats somebody something anything everything one
    am is are was were be been being do does doing did dont have has had having can cant could may must
    should will would
    and but or if then so not no also just only very there here when where while whether why how both each every all
    any some more most much many other such same own
    find look see need needs want get give help make makes know use uses using used try please good
    best better nice easy way thing instead
    """
  )

  /// The generic words, at most 40.
  static let generic = words(
    """
    library libraries lib libs tool tools toolkit app apps application applications framework frameworks package
    packages project projects plugin plugins module modules program programs software utility utilities repo repos
    repository repositories solution solutions implementation implementations system systems
    """
  )

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
