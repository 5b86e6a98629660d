/// Programs that others wrote and some flags use.
struct ProgramCheck: DoctorCheck {
  func examine(_ patient: Patient) async -> [Finding] {
    let environment = patient.context.environment
    return [
      program("jq", for: "--jq", remedy: "install jq", environment),
      program(pager(environment), for: "long pages", remedy: "set PAGER", environment),
      browser(environment),
    ]
  }

  private func pager(_ environment: [String: String]) -> String {
    let commands = [environment["GHSEARCH_PAGER"], environment["PAGER"]].compactMap(\.self)
    return commands.compactMap(Self.firstWord).first ?? "less"
  }

  private static func firstWord(_ command: String) -> String? {
    command.split(whereSeparator: \.isWhitespace).first.map(String.init)
  }

  private func browser(_ environment: [String: String]) -> Finding {
    let commands = (environment["BROWSER"] ?? "").split(separator: ":").map(String.init)
    guard let first = commands.compactMap(Self.firstWord).first else {
      return .fine("programs", "BROWSER is not set: addresses are printed")
    }
    return program(first, for: "pages", remedy: "correct BROWSER", environment)
  }

  private func program(
    _ name: String,
    for use: String,
    remedy: String,
    _ environment: [String: String]
  ) -> Finding {
    guard let path = path(of: name, environment) else {
      return .warning("programs", "\(name), for \(use), is not there", remedy: remedy)
    }
    return .fine("programs", "\(path), for \(use)")
  }

  /// As `execvp` looks for it.
  private func path(of name: String, _ environment: [String: String]) -> String? {
    guard !name.contains("/") else { return FileStatus(of: name).isExecutable ? name : nil }
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileStatus(of: $0).isExecutable }
  }
}
