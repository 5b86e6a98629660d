import GitHubModel
package import HTTPTransport
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One call of GitHub's API, as a value: what is sent, and how its answer is read.
package struct Endpoint<Value: Sendable>: Sendable {
  /// Whether the call goes out with a token.
  package enum Authentication: Sendable {
    /// With one if there is one: it raises the limits and shows private repositories.
    case optional
    /// Not without one.
    case required
  }

  /// What an answer that was kept is good for.
  enum Staleness {
    /// Nothing: what it tells changes with the caller's own doing.
    case refused
    /// As it is, while it is young.
    case young
    /// Also when it is older, once GitHub says that it still holds.
    case confirmed
  }

  /// Which of GitHub's interfaces is called.
  enum Interface {
    case rest
    /// A query, which changes nothing although it is posted.
    case graphQLQuery
  }

  var interface = Interface.rest
  let method: HTTPRequest.Method
  /// Segments, not yet encoded.
  let path: [String]
  var query: [(name: String, value: String)] = []
  var accept = "application/vnd.github+json"
  /// Of what the caller has already: it is answered with 304 while that is how things are.
  var entityTag: String?
  /// Whether an older answer may stand in for a new one, where the caller wants that.
  var staleness = Staleness.refused
  /// JSON; empty for none.
  var body = Data()
  let authentication: Authentication
  /// What the user asked for, in words that fit "could not …".
  let attempted: String
  /// The value, or nil for a status that is none of this call's own answers.
  package let read: @Sendable (TransportResponse) throws(UnreadableBody) -> Value?
}

/// Why the body of a successful answer is of no use.
package struct UnreadableBody: Error {
  package let reason: String
}

extension Endpoint {
  /// Whether it may change something at GitHub.
  var isWrite: Bool { interface == .rest && method.isWrite }

  /// A `GET` that is answered with 200 and JSON.
  ///
  /// `value` turns the wire's shape, which does not leave this module, into ours.
  init<Wire: JSONReadable & SendableMetatype>(
    get path: [String],
    query: [(name: String, value: String)] = [],
    staleness: Staleness = .refused,
    authentication: Authentication,
    attempted: String,
    value: @escaping @Sendable (Wire) -> Value
  ) {
    self.init(
      method: .get,
      path: path,
      query: query,
      staleness: staleness,
      authentication: authentication,
      attempted: attempted,
      read: { response throws(UnreadableBody) in
        guard response.head.status == .ok else { return nil }
        return value(try JSONBody.decode(Wire.self, from: response))
      }
    )
  }
}
