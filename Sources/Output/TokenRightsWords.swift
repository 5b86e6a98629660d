package import Core
package import Essentials
package import GitHubAPI
package import GitHubModel
import JSON
package import TokenStore

/// The words for a token's permissions.
extension TokenRights {
  package var facts: [(name: String, text: String)] {
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
          : "cannot see private repositories: the token needs the scope repo"
      ),
    ]
  }
}

// MARK: What is missing

extension TokenRights {
  package static let starLimitation = "fine-grained tokens cannot star other people's repositories"
  package static let starAdvice =
    "use a classic token with the scope public_repo, or gh's token (`gh auth login`)"

  /// The advice for a fine-grained token.
  package static let listLimitation =
    "lists need a classic token with the scope \"\(listScope)\", or gh's own "
    + "(`gh auth refresh -s \(listScope)`)"

  package static func reason(_ scope: String) -> String { "the token lacks the scope \"\(scope)\"" }

  package static func advice(_ scope: String) -> String {
    "run `gh auth refresh -s \(scope)`, or add the scope \"\(scope)\" to the classic token"
  }
}

/// The signed-in user and what the token can do, if there is one.
package struct TokenStatus {
  private let account: APIResponse<User>?
  private let source: TokenSource?

  package init(account: APIResponse<User>?, source: TokenSource?) {
    (self.account, self.source) = (account, source)
  }

  package var json: String { Field.object(Self.fields, of: self).text + "\n" }

  private var rights: TokenRights { TokenRights(account?.scopes) }

  package static let fields: [Field<Self>] = [
    .of("signedIn", "whether GitHub accepts the token") { $0.account != nil },
    .of("login", "user that the token belongs to") { $0.account?.value.login },
    .of("source", "where the token comes from") { $0.source?.sentence },
    .of("scopes", "scopes of a classic token") { $0.rights.scopes },
    .object(
      "can",
      "what the token can do",
      of: [
        // Without a token, searches are anonymous; with an invalid one, GitHub refuses them.
        .of("search") { $0.account != nil || $0.source == nil },
        .of("star") { $0.rights.canStar },
        .of("lists") { $0.rights.lists.rawValue },
        .of("private") {
          $0.account == nil || $0.rights.scopes != nil ? $0.rights.seesPrivate : nil
        },
      ] as [Field<Self>]
    ) { $0 },
  ]
}

extension RateLimit {
  /// The limit in words, such as `4999/5000 left, resets at 14:05:09`.
  package func sentence(now: Date) -> String {
    "\(remaining)/\(limit) left, resets at \(LocalTime.clock(reset, now: now))"
  }
}

extension TokenSource {
  /// Instructions to stop using the token.
  package var removal: String {
    switch self {
    case .variable: "unset it"
    case .dotEnv: "remove it from the file"
    case .tokenFile: "run `ghsearch auth logout`"
    case .gh: "run `gh auth logout`"
    }
  }

  /// The source in words, such as `GH_TOKEN` or the path of a file.
  package var sentence: String {
    switch self {
    case .variable(let name): "\(name)"
    case .dotEnv(let path), .tokenFile(let path): path
    case .gh(let path): "gh (\(path))"
    }
  }
}
