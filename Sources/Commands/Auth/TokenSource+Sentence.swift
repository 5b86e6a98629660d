import TokenStore

extension TokenSource {
  /// As in `the variable GH_TOKEN`.
  var sentence: String {
    switch self {
    case .variable(let name): "the variable \(name)"
    case .dotEnv(let path), .tokenFile(let path): "the file \(path)"
    case .gh(let path): "gh's file \(path)"
    }
  }
}
