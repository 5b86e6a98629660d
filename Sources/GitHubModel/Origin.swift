/// Scheme, host and port: whom a token may be sent to (RFC 6454).
///
/// Compared exactly; the default port is filled in, and the host is in lower case.
package struct Origin: Sendable, Hashable {
  package let scheme: String
  package let host: String
  package let port: Int

  /// Reads what stands before the path: `https://HOST[:PORT]`, or `http://` on loopback.
  ///
  /// No user, no password, no white space: `https://api.github.com@evil.test` is no origin.
  package init?(_ text: some StringProtocol) {
    // Some letters beyond ASCII become ASCII ones in lower case, so they go before that.
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
    let scheme = text[..<colon].lowercased()
    guard let (host, port) = Self.hostAndPort(text[colon...].dropFirst(3)) else { return nil }
    switch scheme {
    case "https": self.port = port ?? 443
    case "http" where Self.isLoopback(host): self.port = port ?? 80
    default: return nil
    }
    self.scheme = scheme
    self.host = host
  }

  /// `HOST`, or `HOST:PORT` where the port is not the scheme's own.
  package var authority: String {
    port == (scheme == "https" ? 443 : 80) ? host : "\(host):\(port)"
  }

  /// Whether it is on this machine, whoever serves it.
  package var isLoopback: Bool { Self.isLoopback(host) }

  private static func hostAndPort(_ text: some StringProtocol) -> (String, Int?)? {
    let (host, rest) = split(text)
    guard let host = host.map({ $0.lowercased() }), isHost(host) else { return nil }
    guard let rest else { return (host, nil) }
    guard !rest.isEmpty, rest.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
    guard let port = Int(rest), (1...65_535).contains(port) else { return nil }
    return (host, port)
  }

  /// The host, brackets and all, and what follows its colon.
  private static func split(_ text: some StringProtocol) -> (String?, String?) {
    let hostEnd: String.Index?
    if text.hasPrefix("[") {
      hostEnd = text.firstIndex(of: "]").map { text.index(after: $0) }
    } else {
      hostEnd = text.firstIndex(of: ":") ?? text.endIndex
    }
    guard let hostEnd else { return (nil, nil) }
    let rest = text[hostEnd...]
    if rest.isEmpty { return (String(text), nil) }
    guard rest.hasPrefix(":") else { return (nil, nil) }
    return (String(text[..<hostEnd]), String(rest.dropFirst()))
  }

  private static func isHost(_ text: String) -> Bool {
    if text.hasPrefix("[") {
      return text.utf8.count > 2 && text.utf8.dropFirst().dropLast().allSatisfy(isAddressByte)
    }
    return !text.isEmpty && text.utf8.count <= 253 && !text.hasPrefix(".") && !text.hasPrefix("-")
      && text.utf8.allSatisfy(isHostByte)
  }

  private static func isAddressByte(_ byte: UInt8) -> Bool {
    48...57 ~= byte || 97...102 ~= byte || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    48...57 ~= byte || 97...122 ~= byte || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// `localhost`, `[::1]` and 127.0.0.0/8 written in full; a name that resolves there does not count.
  private static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return parts.count == 4 && parts.allSatisfy { $0 != nil } && parts.first == 127
  }
}

extension Origin: CustomStringConvertible {
  /// As in `https://api.github.com`.
  package var description: String { "\(scheme)://\(authority)" }
}
