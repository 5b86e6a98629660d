import GitHubModel

/// The words by which a repository is found.
///
/// A row is taken out of the index by the very text that it was put in with, so a change here needs
/// a migration that builds the indexes anew.
struct SearchText: Equatable {
  /// Of the owner and the repository.
  let name: String
  /// All there are.
  let everything: String

  init(_ repository: Repository) {
    let names = [repository.name.owner, repository.name.name]
    name = (names + names.compactMap(Self.camelWords)).joined(separator: " ")
    let texts = [repository.description.map(Self.beginning), repository.language]
    everything = ([name] + texts.compactMap { $0 } + (repository.topics ?? []))
      .joined(separator: " ")
  }

  /// Descriptions of 64 KiB exist; nobody looks for their ends.
  private static func beginning(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(1_000)))
  }

  /// `swift NIO` for `swiftNIO`, which the tokenizer takes for one word; nil where there is no more
  /// than one.
  private static func camelWords(_ text: String) -> String? {
    var words: [UInt8] = []
    var wasLower = false
    for byte in text.utf8 {
      if wasLower, (65...90).contains(byte) { words.append(UInt8(ascii: " ")) }
      wasLower = (97...122).contains(byte)
      words.append(byte)
    }
    return words.count == text.utf8.count ? nil : String(decoding: words, as: UTF8.self)
  }
}
