/// A picture as the file that it came in, which a terminal decodes by itself.
package struct Picture: Sendable, Hashable {
  package enum Format: Sendable, Hashable {
    case png
    case jpeg
  }

  package let format: Format
  package let bytes: [UInt8]

  /// No larger one is given to a terminal.
  package static let mostBytes = 1 << 20

  /// Nil for too many bytes, and for those that do not begin as a file of these formats does.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.mostBytes, let format = Format(bytes) else { return nil }
    (self.format, self.bytes) = (format, bytes)
  }
}

extension Picture.Format {
  /// PNG (RFC 2083, 3.1), and JPEG (ITU T.81, B.1.1.3: SOI, and the next marker's first byte).
  fileprivate init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else {
      return nil
    }
  }
}
