import GitHubModel
import HTTPTransport
import HTTPTypes
import Terminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Owners' pictures, fetched without the token and kept in the cache folder.
///
/// A picture that does not come is none, and nobody is told: initials stand for it.
struct AvatarSource: Sendable {
  let base: APIBase
  let transport: any HTTPTransport
  /// Nil where nothing can be kept.
  let cache: AvatarCache?

  /// How long a picture may take.
  private static let patience = Duration.seconds(10)

  func picture(of owner: Owner, patience: Duration = patience) async -> Picture? {
    guard let id = owner.id, id > 0, let url = owner.avatarURL,
      let address = AvatarAddress(url, of: base)
    else { return nil }
    if let kept = cache?.picture(of: id) { return kept }
    guard let picture = await fetch(address, patience) else { return nil }
    cache?.keep(picture, of: id)
    return picture
  }

  /// Not through the client: it is no call of the API, and the token has no business there.
  ///
  /// A redirect is an answer like any other that is no picture.
  private func fetch(_ address: AvatarAddress, _ patience: Duration) async -> Picture? {
    let head = HTTPRequest(
      method: .get,
      scheme: address.origin.scheme,
      authority: address.origin.authority,
      path: address.path,
      headerFields: [.accept: "image/png, image/jpeg", .userAgent: "ghsearch/\(Version.current)"]
    )
    do throws(TransportError) {
      let response = try await transport.send(TransportRequest(head: head, timeout: patience))
      guard response.head.status == .ok, response.body.count <= Picture.mostBytes else {
        return nil
      }
      return Picture(response.body)
    } catch {
      return nil
    }
  }
}

extension AvatarSource {
  init(_ base: APIBase, in context: Context) {
    let folder = LibraryPlaces(base, environment: context.environment).avatars
    self.init(
      base: base,
      transport: context.transport,
      cache: folder.map { AvatarCache(folder: $0, now: context.now) }
    )
  }
}
