package import Core
import Essentials
package import GitHubModel
import HTTPTransport
import HTTPTypes
package import Terminal

/// Owners' avatars, fetched without the token and cached with GitHub's responses.
///
/// A failure is not reported: initials are shown instead.
package struct AvatarSource: Sendable {
  private let base: APIBase
  private let library: Library
  private let world: World
  private let userAgent: String

  package init(_ session: Session) {
    (base, library, world) = (session.base, session.library, session.world)
    userAgent = session.userAgent
  }

  private static let timeout = Duration.seconds(10)
  /// The maximum age in seconds: a week, since owners change their avatars.
  private static let maxAge: TimeInterval = 7 * 86_400

  package func picture(of owner: Owner, within timeout: Duration = timeout) async -> Picture? {
    guard let id = owner.id, id > 0, let url = owner.avatarURL,
      let address = AvatarAddress(url, of: base)
    else { return nil }
    let key = "picture of owner \(id)"
    // If the clock was set back, the date may be in the future.
    if let cached = await library.response(for: key), let storedAt = cached.storedAt,
      abs(world.now().timeIntervalSince(storedAt)) < Self.maxAge,
      let picture = Picture(cached.body)
    {
      return picture
    }
    guard let picture = await fetch(address, timeout) else { return nil }
    await library.store(StoredResponse(body: picture.bytes), for: key)
    return picture
  }

  /// Fetches an avatar without the API client, since it is not an API call and must not carry the
  /// token.
  ///
  /// Redirects are not followed.
  private func fetch(_ address: AvatarAddress, _ timeout: Duration) async -> Picture? {
    let head = HTTPRequest(
      method: .get,
      scheme: address.origin.scheme,
      authority: address.origin.authority,
      path: address.path,
      headerFields: [.accept: "image/png, image/jpeg", .userAgent: userAgent]
    )
    do throws(TransportError) {
      let request = TransportRequest(head: head, timeout: timeout)
      let response = try await world.transport.send(request)
      guard response.head.status == .ok, response.body.count <= Picture.maxBytes else {
        return nil
      }
      return Picture(response.body)
    } catch {
      return nil
    }
  }
}

/// The URL of an owner's avatar, only on GitHub's host for avatars.
///
/// With GitHub Enterprise it is on the enterprise's own host; with an API on loopback, on the API's
/// origin, so that no request leaves the machine.
package struct AvatarAddress: Sendable, Equatable {
  package let origin: Origin
  /// The path, with the size in pixels as its only query parameter.
  package let path: String

  /// Creates an address; nil for any other host, since the API could name one.
  package init?(_ url: String, of base: APIBase) {
    guard let (named, target) = Origin.split(url), let origin = Self.origin(named, of: base)
    else { return nil }
    let path = target.prefix { $0 != "?" && $0 != "#" }
    guard Self.isPlain(path) else { return nil }
    self.origin = origin
    self.path = "\(path)?s=\(Self.size)"
  }

  /// The size in pixels on each side: enough for six columns on most terminals.
  private static let size = 96
  private static let host = Origin("https://avatars.githubusercontent.com")

  /// The origin to fetch an avatar from, given the one named by the API; nil if it is not allowed.
  private static func origin(_ named: Origin, of base: APIBase) -> Origin? {
    if base.origin.isLoopback { return named == host || named == base.origin ? base.origin : nil }
    guard named.scheme == "https" else { return nil }
    if base == .github { return named == host ? named : nil }
    return base.webHost.flatMap { Origin("https://\($0)") } == named ? named : nil
  }

  private static func isPlain(_ path: some StringProtocol) -> Bool {
    path.hasPrefix("/") && !path.contains("//") && !path.contains("..")
      && path.utf8.count <= maxPathBytes && path.utf8.allSatisfy(isPlain)
  }

  private static let maxPathBytes = 1_000

  private static func isPlain(_ byte: UInt8) -> Bool {
    48...57 ~= byte || 65...90 ~= byte || 97...122 ~= byte || "/-_.".utf8.contains(byte)
  }
}
