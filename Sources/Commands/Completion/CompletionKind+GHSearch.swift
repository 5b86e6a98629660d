import ArgumentParser
import GitHubModel

// What the shells ask for at a tab: the program itself answers, so nothing here may be slow, and
// nothing may be asked of the network.

extension CompletionKind {
  /// The user's favourites and stars, as far as they are known locally.
  static let repositories = Self.custom { _, _, _ in KnownRepositories.names() }

  /// The common languages; GitHub knows some 600 more, which may be typed.
  static let languages = Self.custom { _, _, _ in LanguageNames.usual }

  /// The next field of a comma list.
  static let fields = Self.custom { _, _, prefix in FieldCompletion.candidates(prefix) }
}

/// What a comma list of fields can go on with.
enum FieldCompletion {
  /// The whole list up to here, with each field that is not in it yet.
  static func candidates(_ typed: String) -> [String] {
    let names = RepositoryField.allCases.map(\.rawValue)
    let parts = typed.split(separator: ",", omittingEmptySubsequences: false).dropLast()
    guard !parts.isEmpty else { return ["all"] + names }
    let head = parts.joined(separator: ",") + ","
    let taken = Set(parts.map { $0.filter { $0 != " " } })
    return names.filter { !taken.contains($0) }.map { head + $0 }
  }
}
