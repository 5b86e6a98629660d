/// Whether a token may set stars, as far as GitHub tells.
enum StarPermission: Equatable {
  case granted
  case missing
  /// GitHub names the scopes of classic tokens alone.
  case unknown

  /// - Parameter scopes: Those of a classic token; nil for a fine-grained one.
  init(scopes: [String]?) {
    guard let scopes else {
      self = .unknown
      return
    }
    self = scopes.contains { ["public_repo", "repo"].contains($0) } ? .granted : .missing
  }

  var sentence: String {
    switch self {
    case .granted: "the token may set stars"
    case .missing: "the token may not set stars: it needs the scope public_repo"
    case .unknown:
      """
      a fine-grained token needs the account permission "Starring: read and write" and the \
      repository permission "Metadata: read"
      """
    }
  }

  /// As in `public_repo gist`.
  static func text(_ scopes: [String]?) -> String {
    guard let scopes else { return "fine-grained" }
    return scopes.isEmpty ? "none" : scopes.joined(separator: " ")
  }
}
