import Essentials
import GitHubModel
import RepositoryStore
package import Stars
import Terminal

extension CopySync.Part.Changes {
  package var sentence: String {
    switch self {
    case .stars(let outcome): outcome.sentence
    case .events(let counts): StarEvent.sentence(counts)
    case .lists(let count, let repositories):
      "\(Counted.text(count, "list")): \(Counted.text(repositories, "repository"))"
    case .readmes(let outcome): outcome.sentence
    case .readmesRemoved(let count): "\(Counted.text(count, "README")) removed"
    }
  }
}

extension SyncOutcome {
  /// A sentence such as `1,234 stars: 12 added, 3 removed`.
  fileprivate var sentence: String {
    let changes = added + removed == 0 ? "nothing changed" : "\(added) added, \(removed) removed"
    return "\(Counted.text(total, "star")): \(changes)"
  }
}

extension StarEvent {
  /// A sentence such as `12 new releases · 3 archived · 1 renamed · 2 gone`.
  fileprivate static func sentence(_ counts: [Kind: Int]) -> String {
    Kind.allCases.compactMap { kind in
      counts[kind].map { count in
        switch kind {
        case .release: Counted.text(count, "new release")
        case .license: Counted.text(count, "new license")
        case .archived, .unarchived, .renamed, .gone, .returned:
          "\(CompactNumber.grouped(count)) \(kind.rawValue)"
        }
      }
    }.joined(separator: " · ")
  }
}

extension ReadmeSync.Outcome {
  /// A sentence such as `1,234 READMEs: 12 fetched, 3 missing`.
  fileprivate var sentence: String {
    let parts = [
      (fetched, "fetched"), (unchanged, "unchanged"), (missing, "missing"), (failed, "failed"),
      (left, "left"),
    ]
    let done = parts.filter { $0.0 > 0 }.map { "\(CompactNumber.grouped($0.0)) \($0.1)" }
    return Counted.text(total, "README") + ": "
      + (done.isEmpty ? "nothing changed" : done.joined(separator: ", "))
  }
}
