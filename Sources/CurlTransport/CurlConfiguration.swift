/// The limits and trust of a transport; the defaults are those of the product.
package struct CurlConfiguration: Sendable {
  /// From the lookup to the end of the handshake.
  package var connectTimeout: Duration = .seconds(10)
  /// A transfer under `slowestRate` for this long is given up.
  package var slowestRateTime: Duration = .seconds(10)
  /// Bytes a second.
  package var slowestRate = 100
  /// Bytes of a body after decompression.
  package var largestBody = 16 * 1024 * 1024
  /// Bytes of all header lines of one answer, interim answers included.
  package var largestHead = 256 * 1024
  /// Where the trusted certificate authorities are.
  package var trust: TrustStore

  package init(trust: TrustStore = .system()) {
    self.trust = trust
  }
}
