package import Essentials

/// A successful response as stored: two of its header fields, and its body.
package struct StoredResponse: Sendable, Hashable {
  /// The `ETag` field.
  package var entityTag: String?
  /// The `Link` field.
  package var link: String?
  package let body: [UInt8]
  /// When it was stored, in whole seconds; nil if it has just been received.
  package var storedAt: Date?

  package init(body: [UInt8]) { self.body = body }
}
