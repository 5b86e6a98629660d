/// Flags whose value may be left out, which ArgumentParser does not know.
enum LoneFlags {
  /// The arguments with the value that each such flag has when it stands alone, as in `--archived`.
  ///
  /// What stands behind `--` is text and stays as it is.
  static func completed(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].map(completed) + arguments[end...]
  }

  private static func completed(_ argument: String) -> String {
    switch argument {
    case "--archived", "--is-template", "--mirror": argument + "=true"
    case "--not-archived": "--archived=false"
    case "--not-is-template": "--is-template=false"
    case "--not-mirror": "--mirror=false"
    default: argument
    }
  }
}
