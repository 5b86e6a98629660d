package import Core

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
