/// Flags whose value may be left out, which ArgumentParser does not know.
enum LoneFlags {
  /// The arguments with the value that each such flag has when it stands alone, as in `--archived`.
  ///
  /// What stands behind `--` is text and stays as it is.
  static func completed(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].map { values[$0] ?? $0 } + arguments[end...]
  }

  private static let values: [String: String] = {
    let names = ["archived", "is-template", "mirror"]
    let meanings = names.flatMap {
      [("--\($0)", "--\($0)=true"), ("--not-\($0)", "--\($0)=false")]
    }
    return Dictionary(meanings) { first, _ in first }
  }()
}
