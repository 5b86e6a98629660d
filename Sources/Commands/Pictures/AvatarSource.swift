import Essentials
import GitHubModel
import HTTPTransport
import HTTPTypes
import System
import Terminal
import TokenStore

/// Owners' pictures, fetched without the token and cached in files.
///
/// A picture that cannot be fetched is not reported: initials are shown instead.
struct AvatarSource: Sendable {
  let base: APIBase
  let transport: any HTTPTransport
  /// Nil if the environment names no cache directory.
  let cache: AvatarCache?

  /// The time for a picture.
  private static let timeout = Duration.seconds(10)

  func picture(of owner: Owner, within timeout: Duration = timeout) async -> Picture? {
    guard let id = owner.id, id > 0, let url = owner.avatarURL,
      let address = AvatarAddress(url, of: base)
    else { return nil }
    if let cached = cache?.picture(of: id) { return cached }
    guard let picture = await fetch(address, timeout) else { return nil }
    cache?.store(picture, of: id)
    return picture
  }

  /// Fetches a picture without the API client, since it is not a call of the API and must not carry the
  /// token.
  ///
  /// Redirects are not followed.
  private func fetch(_ address: AvatarAddress, _ timeout: Duration) async -> Picture? {
    let head = HTTPRequest(
      method: .get,
      scheme: address.origin.scheme,
      authority: address.origin.authority,
      path: address.path,
      headerFields: [.accept: "image/png, image/jpeg", .userAgent: "ghsearch/\(Version.current)"]
    )
    do throws(TransportError) {
      let response = try await transport.send(TransportRequest(head: head, timeout: timeout))
      guard response.head.status == .ok, response.body.count <= Picture.maxBytes else {
        return nil
      }
      return Picture(response.body)
    } catch {
      return nil
    }
  }
}

extension AvatarSource {
  init(_ session: Session) {
    let context = session.context
    self.init(
      base: session.base,
      transport: context.transport,
      cache: session.library.places.avatars.map { AvatarCache(directory: $0, now: context.now) }
    )
  }
}

/// The address of an owner's picture: on GitHub's host for pictures, and nowhere else.
///
/// With GitHub Enterprise it is on the enterprise's own host; with an API on loopback, on the API's
/// origin, so that no request leaves the machine.
struct AvatarAddress: Sendable, Equatable {
  let origin: Origin
  /// With the size in pixels as its only query parameter.
  let path: String

  /// Nil for an address elsewhere, since the API could name any host.
  init?(_ url: String, of base: APIBase) {
    guard let (named, target) = Origin.split(url), let origin = Self.origin(named, of: base)
    else { return nil }
    let path = target.prefix { $0 != "?" && $0 != "#" }
    guard Self.isPlain(path) else { return nil }
    self.origin = origin
    self.path = "\(path)?s=\(Self.size)"
  }

  /// In pixels on each side: enough for six columns of most terminals.
  private static let size = 96
  private static let host = Origin("https://avatars.githubusercontent.com")

  /// The origin to fetch a picture from, given the one that the API named; nil if it is not allowed.
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

/// Cached pictures: one file per owner, named by the owner's number.
///
/// If a file cannot be read or written, the picture is fetched again.
struct AvatarCache: Sendable {
  let directory: String
  let now: @Sendable () -> Date

  /// In seconds: a week, since owners change their pictures.
  static let maxAge: TimeInterval = 7 * 86_400
  static let maxFiles = 200
  static let maxBytes = 20 << 20

  func picture(of owner: Int64) -> Picture? {
    let file = try? GuardedFile.content(
      at: path(owner),
      policy: .secret,
      largest: Picture.maxBytes
    )
    guard let file = file ?? nil, isRecent(file.modifiedSeconds)
    else { return nil }
    return Picture(file.bytes)
  }

  /// Whether the file is young enough; after a clock was set back, its date may be in the future.
  private func isRecent(_ seconds: Int) -> Bool {
    abs(now().timeIntervalSince1970 - Double(seconds)) < Self.maxAge
  }

  /// Stores a picture, unless another process is storing one.
  func store(_ picture: Picture, of owner: Int64) {
    PrivateDirectory.make(directory)
    guard let lock = try? FileLock("\(directory)/\(Self.lockName)") else { return }
    guard (try? AtomicFile.replace(path(owner), with: picture.bytes)) != nil else { return }
    try? FileManager.default.setAttributes([.modificationDate: now()], ofItemAtPath: path(owner))
    removeOldest()
    _ = consume lock
  }

  private func path(_ owner: Int64) -> String { "\(directory)/\(owner)" }

  private static let lockName = ".lock"

  /// Removes the oldest files until the rest are few and small enough.
  private func removeOldest() {
    let names = FileSystem.names(in: directory).filter { $0 != Self.lockName }
    var files = names.map { entry("\(directory)/\($0)") }
    files.sort { $0.modified > $1.modified }
    var byteCount = files.reduce(0) { $0 + $1.size }
    while files.count > Self.maxFiles || byteCount > Self.maxBytes, let oldest = files.popLast() {
      try? FileManager.default.removeItem(atPath: oldest.path)
      byteCount -= oldest.size
    }
  }

  private typealias Entry = (path: String, size: Int, modified: Date)

  /// The attributes of a file; one without attributes counts as the oldest.
  private func entry(_ path: String) -> Entry {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let size = attributes?[.size] as? Int ?? 0
    return (path, size, attributes?[.modificationDate] as? Date ?? .distantPast)
  }
}
