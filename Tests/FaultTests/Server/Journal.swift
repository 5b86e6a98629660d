import System

/// What servers saw, written down by their threads.
final class Journal: Sendable {
  private struct State {
    var heads: [String] = []
    var strayBytes: [UInt8] = []
    var strayTargets: [String] = []
    var counts: [String: Int] = [:]
  }

  private let state = Guarded(State())

  /// The first lines of all requests to the server that the program was sent to.
  var requests: [String] {
    heads.map { String($0.prefix { $0 != "\r\n" }) }
  }

  /// The same requests, with their header fields.
  var heads: [String] { state.withLock { $0.heads } }

  /// All that came in where nothing should have.
  var strayBytes: [UInt8] { state.withLock { $0.strayBytes } }

  /// Whom the program went to and should not have.
  var strayTargets: [String] { state.withLock { $0.strayTargets } }

  func noteRequest(_ head: String) {
    state.withLock { $0.heads.append(head) }
  }

  func noteStray(_ target: String) {
    state.withLock { $0.strayTargets.append(target) }
  }

  func noteStray(bytes: [UInt8]) {
    // A flood of them says no more than its start.
    state.withLock { if $0.strayBytes.count < 1 << 20 { $0.strayBytes += bytes } }
  }

  /// How often that was counted before.
  func count(_ name: String) -> Int {
    state.withLock { state in
      defer { state.counts[name, default: 0] += 1 }
      return state.counts[name, default: 0]
    }
  }
}
