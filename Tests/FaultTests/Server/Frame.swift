/// An HTTP/2 frame (RFC 9113), well-formed or not.
struct Frame: Sendable {
  var kind: UInt8
  var flags: UInt8 = 0
  /// Nil for the request's stream.
  var stream: UInt32?
  var payload: [UInt8] = []
  /// Nil for the payload's length.
  var length: Int?

  func bytes(onStream current: UInt32) -> [UInt8] {
    let length = length ?? payload.count
    let stream = stream ?? current
    let head = [length >> 16, length >> 8, length].map { UInt8(truncatingIfNeeded: $0) }
    return head + [kind, flags] + Self.bytes(stream) + payload
  }

  static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}

extension Frame {
  static let endStream: UInt8 = 1
  static let endHeaders: UInt8 = 4

  static func data(_ text: String, ends: Bool = true) -> Self {
    Frame(kind: 0, flags: ends ? endStream : 0, payload: Array(text.utf8))
  }

  static func headers(
    _ status: String? = "200",
    _ fields: [(String, String)] = [("content-type", "application/json")],
    ends: Bool = false
  ) -> Self {
    let all = (status.map { [(":status", $0)] } ?? []) + fields
    return Frame(
      kind: 1,
      flags: endHeaders | (ends ? endStream : 0),
      payload: all.flatMap { literal($0.0) + value($0.1) }
    )
  }

  static func reset(_ code: UInt32) -> Self {
    Frame(kind: 3, payload: bytes(code))
  }

  static func settings(_ values: [(UInt16, UInt32)] = []) -> Self {
    let payload = values.flatMap { [UInt8($0.0 >> 8), UInt8($0.0 & 0xFF)] + bytes($0.1) }
    return Frame(kind: 4, stream: 0, payload: payload)
  }

  static let settingsAcknowledged = Frame(kind: 4, flags: 1, stream: 0)
  static let ping = Frame(kind: 6, stream: 0, payload: Array("faultful".utf8))

  /// `last` is the last stream that the server has processed.
  static func goAway(last: UInt32, _ code: UInt32 = 0) -> Self {
    Frame(kind: 7, stream: 0, payload: bytes(last) + bytes(code))
  }

  static func continuation(_ fields: [(String, String)], ends: Bool = false) -> Self {
    let payload = fields.flatMap { literal($0.0) + value($0.1) }
    return Frame(kind: 9, flags: ends ? endHeaders : 0, payload: payload)
  }

  /// Encodes an HPACK literal field without indexing or Huffman codes (RFC 7541, section 6.2.2).
  private static func literal(_ name: String) -> [UInt8] {
    [0] + value(name)
  }

  private static func value(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    guard bytes.count >= 127 else { return [UInt8(bytes.count)] + bytes }
    var length: [UInt8] = [127]
    var rest = bytes.count - 127
    while rest >= 128 {
      length.append(UInt8(rest % 128 + 128))
      rest /= 128
    }
    return length + [UInt8(rest)] + bytes
  }
}
