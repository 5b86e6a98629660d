import GitHubModel
package import SearchModel
import Terminal

/// Why a line could not be answered, in the parts of `ghsearch: WHAT: WHY; WHAT TO DO`.
package struct REPLFailure: Error, Sendable, Equatable {
  /// What a script may want to tell apart.
  package enum Kind: Sendable, Equatable {
    /// The line is wrong: an unknown command, a row that is not there, a query no one can search for.
    case usage
    /// The budget is used up, and nobody may wait for as long as it takes.
    case rateLimited
    /// The page could not be opened.
    case browser
    case service(SearchFailure)
  }

  package var kind: Kind
  package var what: String
  package var why: String
  /// Empty where there is nothing to say.
  package var advice: String

  init(_ kind: Kind, _ what: String, _ why: String, advice: String = "") {
    (self.kind, self.what, self.why, self.advice) = (kind, what, why, advice)
  }
}

extension REPLFailure {
  init(_ failure: SearchFailure, attempted: String) {
    self.init(
      .service(failure),
      attempted,
      BannerText.cause(failure).description,
      advice: BannerText.advice(failure)?.description ?? Self.advice(failure)
    )
  }

  private static func advice(_ failure: SearchFailure) -> String {
    switch failure {
    case .offline: "check the network and try again"
    case .badAnswer: "try again later"
    case .rateLimited: "wait a minute and try again"
    case .validation, .tokenMissing, .tokenRefused, .forbidden, .notFound, .localStore, .cancelled:
      ""
    }
  }

  init(_ reason: InvalidQuery) {
    self.init(
      .usage,
      "search",
      EmptyList.title(reason).description,
      advice: EmptyList.advice(reason).map(\.description).joined(separator: " ")
    )
  }

  init(unknown name: String) {
    let nearest = REPLCommand.nearest(to: name).map { "did you mean :\($0.name)? " } ?? ""
    self.init(
      .usage,
      ":\(name)",
      "there is no such command",
      advice: "\(nearest):help lists them"
    )
  }
}
