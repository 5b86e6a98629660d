import GitHubModel

/// Where an owner's picture is asked for: on GitHub's own host for pictures, and nowhere else.
///
/// On the host itself for a GitHub Enterprise; on the API's own origin where that is on loopback,
/// where nothing is to leave the machine.
struct AvatarAddress: Sendable, Equatable {
  let origin: Origin
  /// With the size in pixels, which is all that the query says.
  let path: String

  /// Nil for an address elsewhere: the API names it, and it could be anybody's.
  init?(_ url: String, of base: APIBase) {
    guard let scheme = url.firstIndex(of: ":"), url[scheme...].hasPrefix("://") else { return nil }
    let host = url.index(scheme, offsetBy: 3)
    let end = url[host...].firstIndex { "/?#".contains($0) } ?? url.endIndex
    let path = url[end...].prefix { $0 != "?" && $0 != "#" }
    guard let named = Origin(url[..<end]), let origin = Self.origin(named, of: base),
      Self.isPlain(path)
    else { return nil }
    self.origin = origin
    self.path = "\(path)?s=\(Self.size)"
  }

  /// Pixels on each side: enough for six columns of most terminals.
  private static let size = 96
  private static let host = Origin("https://avatars.githubusercontent.com")

  /// Where a picture that is said to be on one origin is asked for.
  private static func origin(_ named: Origin, of base: APIBase) -> Origin? {
    if base.origin.isLoopback { return named == host || named == base.origin ? base.origin : nil }
    guard named.scheme == "https" else { return nil }
    if base == .github { return named == host ? named : nil }
    return base.webHost.flatMap { Origin("https://\($0)") } == named ? named : nil
  }

  private static func isPlain(_ path: some StringProtocol) -> Bool {
    path.hasPrefix("/") && !path.contains("//") && !path.contains("..")
      && path.utf8.count <= longestPath && path.utf8.allSatisfy(isPlain)
  }

  private static let longestPath = 1_000

  private static func isPlain(_ byte: UInt8) -> Bool {
    48...57 ~= byte || 65...90 ~= byte || 97...122 ~= byte || "/-_.".utf8.contains(byte)
  }
}
