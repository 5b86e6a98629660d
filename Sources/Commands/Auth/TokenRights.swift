import GitHubAPI
import GitHubModel

/// The permissions of a token, judging by its scopes.
///
/// GitHub documents that only classic tokens have write access to other people's public repositories,
/// and responds with 403 if a fine-grained token, or one of a GitHub App, stars them.
struct TokenRights {
  /// Those of a classic token; nil for a fine-grained one, or another one without scopes.
  let scopes: [String]?

  init(_ scopes: [String]?) { self.scopes = scopes }

  enum Access: String {
    case none, read, write
  }

  var canStar: Bool { has("public_repo") }

  var lists: Access { has(Self.listScope) ? .write : has("read:user") ? .read : .none }

  /// Whether it sees private repositories, also as members of lists.
  var seesPrivate: Bool { has("repo") }

  private func has(_ scope: String) -> Bool { OAuthScopes.include(scope, in: scopes ?? []) }

  var facts: [(name: String, text: String)] {
    guard let scopes else {
      return [
        ("scopes", "fine-grained"), ("stars", Self.starLimitation), ("lists", Self.listLimitation),
        ("private", "those that the token was given"),
      ]
    }
    let listing =
      switch lists {
      case .write: "can read and change star lists"
      case .read: "can read star lists: changing them needs the scope \(Self.listScope)"
      case .none: "cannot read star lists: the token needs the scope \(Self.listScope)"
      }
    return [
      ("scopes", scopes.isEmpty ? "none" : scopes.joined(separator: " ")),
      (
        "stars",
        canStar
          ? "can star repositories"
          : "cannot star repositories: the token needs the scope public_repo"
      ),
      ("lists", listing),
      (
        "private",
        seesPrivate
          ? "can see private repositories"
          : "cannot see private repositories: the scope repo is for them"
      ),
    ]
  }
}

// MARK: What is missing

extension TokenRights {
  static let starLimitation = "fine-grained tokens cannot star other people's repositories"
  static let starAdvice =
    "use a classic token with the scope public_repo, or gh's token (`gh auth login`)"

  private static let listScope = "user"

  /// The advice for a fine-grained token.
  static let listLimitation =
    "lists need a classic token with the scope \"\(listScope)\", or gh's own "
    + "(`gh auth refresh -s \(listScope)`)"

  /// The first of the scopes that GitHub would accept; nil if it names none.
  static func missingScope(_ permissions: Permissions?) -> String? {
    permissions?.accepted.flatMap { $0.split(separator: ",").first }.map(String.init)
  }

  static func reason(_ scope: String) -> String { "the token lacks the scope \"\(scope)\"" }

  static func advice(_ scope: String) -> String {
    "run `gh auth refresh -s \(scope)`, or add the scope \"\(scope)\" to the classic token"
  }

  /// The failure of a change of lists by a token that may not make it.
  static let cannotChangeLists = CommandFailure(
    .forbidden,
    reason(listScope),
    advice: advice(listScope)
  )
}
