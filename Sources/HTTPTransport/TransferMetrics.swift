/// What a transport measured while it carried a request.
package struct TransferMetrics: Sendable, Equatable {
  /// How far the connection was at which time, counted from the start; zero for what was skipped
  /// because the connection was there already.
  package struct Timing: Sendable, Equatable {
    package var nameLookup: Duration
    package var connected: Duration
    package var secured: Duration

    package init(nameLookup: Duration, connected: Duration, secured: Duration) {
      self.nameLookup = nameLookup
      self.connected = connected
      self.secured = secured
    }
  }

  /// As in `HTTP/1.1` or `HTTP/2`; nil for one without a name.
  package var version: String?
  /// Of head and body together, before decompression.
  package var receivedBytes: Int
  package var timing: Timing

  package init(version: String?, receivedBytes: Int, timing: Timing) {
    self.version = version
    self.receivedBytes = receivedBytes
    self.timing = timing
  }
}
