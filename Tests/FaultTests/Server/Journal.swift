import System

/// A record of what the servers received, written by their threads.
final class Journal: Sendable {
  private struct State {
    var heads: [String] = []
    var strayBytes: [UInt8] = []
    var strayTargets: [String] = []
    var counts: [String: Int] = [:]
  }

  private let state = Guarded(State())

  /// The request lines of all requests to the intended server.
  var requests: [String] {
    heads.map { String($0.prefix { $0 != "\r\n" }) }
  }

  /// The same requests with their header fields.
  var heads: [String] { state.withLock { $0.heads } }

  /// All bytes received by servers that should get no request.
  var strayBytes: [UInt8] { state.withLock { $0.strayBytes } }

  /// The hosts that the program contacted and should not have.
  var strayTargets: [String] { state.withLock { $0.strayTargets } }

  func noteRequest(_ head: String) {
    state.withLock { $0.heads.append(head) }
  }

  func noteStray(_ target: String) {
    state.withLock { $0.strayTargets.append(target) }
  }

  func noteStray(bytes: [UInt8]) {
    // The start of a flood is enough.
    state.withLock { if $0.strayBytes.count < 1 << 20 { $0.strayBytes += bytes } }
  }

  /// Returns how often `name` was counted before.
  func count(_ name: String) -> Int {
    state.withLock { state in
      defer { state.counts[name, default: 0] += 1 }
      return state.counts[name, default: 0]
    }
  }
}
