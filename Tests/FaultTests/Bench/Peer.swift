import Foundation

/// The cases for gh, GitHub's own program, where one of its commands corresponds.
///
/// `GHSEARCH_FAULTS_PEER` names the program. It connects to `api.github.com` through the bench: Go,
/// too, reads the proxy and the certificate authority from the environment. The bench requires only
/// what gh promises: any exit status other than 0 is a failure, and messages may have any form.
enum Peer {
  static let program = ProcessInfo.processInfo.environment["GHSEARCH_FAULTS_PEER"]

  /// The corresponding case for gh; nil if there is none.
  static func row(_ row: FaultCase, in group: FaultGroup) -> FaultCase? {
    guard let arguments = arguments(row, in: group), let door = door(row.door),
      row.wiring.shellScript == nil, row.wiring.settings.isEmpty
    else { return nil }
    guard row.environment.keys.allSatisfy({ !ours.contains($0) }), !row.touchesOurFiles else {
      return nil
    }
    var other = row
    other.arguments = arguments
    other.door = door
    let token = row.environment["GHSEARCH_TOKEN"] ?? Canary.token
    other.environment["GHSEARCH_TOKEN"] = .some(nil)
    other.environment["GH_TOKEN"] = token
    other.environment["GH_CONFIG_DIR"] = "{root}/home/gh"
    other.environment["GH_NO_UPDATE_NOTIFIER"] = "1"
    other.environment["GH_PROMPT_DISABLED"] = "1"
    other.expected = expectation(row.expected)
    return other
  }

  /// Variables that gh ignores or reads differently.
  private static let ours: Set<String> = [
    "GHSEARCH_API_URL", "GH_HOST", "BROWSER", "SSL_CERT_FILE", "SSL_CERT_DIR", "HTTPS_PROXY",
    "GH_TOKEN", "GITHUB_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN", "NO_PROXY",
    "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME",
  ]

  private static func door(_ door: Door) -> Door? {
    switch door {
    case .plain, .github(false): .github()
    case .encrypted(.good, speaksHTTP2: true, newestVersion: nil), .github(true):
      .github(speaksHTTP2: true)
    case .none, .encrypted, .proxy: nil
    }
  }

  private static func arguments(_ row: FaultCase, in group: FaultGroup) -> [Bytes]? {
    guard case .text(let verb)? = row.arguments.first else { return nil }
    let names = Array(row.arguments.dropFirst())
    switch verb {
    // `gh api` prints any body unchanged.
    case "view", "auth": if [.json, .body].contains(group) { return nil }
    default: break
    }
    switch verb {
    case "view": return names.count == 1 ? repository(names[0], row) : nil
    case "star": return starring("PUT", names)
    case "unstar": return starring("DELETE", names)
    case "starred": return starring("GET", names)
    case "auth": return row.arguments.count == 2 ? ["api", "user"] : nil
    case "open": return nil
    default: return search(row.arguments)
    }
  }

  /// `gh repo view`, which checks names, gets the names that must not be sent.
  private static func repository(_ name: Bytes, _ row: FaultCase) -> [Bytes]? {
    guard case .text(let name) = name else { return nil }
    if row.expected.requests == 0...0 { return ["repo", "view", .text(name)] }
    return ["api", .text("repos/\(name)")]
  }

  private static func starring(_ method: String, _ names: [Bytes]) -> [Bytes]? {
    guard names.count == 1, case .text(let name) = names[0], name != "-" else { return nil }
    return ["api", "-X", .text(method), .text("user/starred/\(name)")]
  }

  private static func search(_ arguments: [Bytes]) -> [Bytes]? {
    let words = arguments.compactMap { if case .text(let text) = $0 { text } else { nil } }
    let flags = words.filter { $0.hasPrefix("-") && $0 != "--" }.map { $0.prefix { $0 != "=" } }
    guard words.count == arguments.count, !flags.contains(where: { !shared.contains($0) }) else {
      return nil
    }
    let rest = words.first == "search" ? Array(words.dropFirst()) : words
    return ["search", "repos"] + rest.map { .text($0) }
  }

  /// Search flags that both programs have, with the same meaning.
  private static let shared: Set<Substring> = [
    "--limit", "--sort", "--order", "--stars", "--language", "--topic",
  ]

  private static func expectation(_ expected: Expectation) -> Expectation {
    var other = expected
    // gh may print nothing to a pipe on success.
    if expected.status == [0] { other.errors = .anything }
    other.status = Set(expected.status.flatMap { $0 == 0 ? [0] : Array(1...255) })
    // gh's rows may have any form, but their number must match.
    if case .lines = expected.output { return other }
    if case .nothing = expected.output { other.output = .noRows } else { other.output = .anything }
    return other
  }
}

extension FaultCase {
  fileprivate var touchesOurFiles: Bool {
    files.contains { $0.path.contains("ghsearch") || $0.path.contains(".env") }
  }
}
