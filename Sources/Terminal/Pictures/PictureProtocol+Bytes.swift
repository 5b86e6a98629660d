extension PictureProtocol {
  /// What draws a picture in so many cells, from the cursor's on.
  ///
  /// Where the cursor is afterwards differs between terminals. The number is what ``removal(of:)``
  /// knows the picture by; without one it stays.
  package func bytes(of picture: Picture, id: UInt32?, columns: Int, rows: Int) -> [UInt8] {
    let data = Base64.encode(picture.bytes)
    switch self {
    case .kitty:
      let name = id.map { "i=\($0),p=1," } ?? ""
      return Self.kitty(data, keys: "a=T,f=100,\(name)c=\(columns),r=\(rows),C=1,q=2")
    case .iTerm2:
      let size = "size=\(picture.bytes.count);width=\(columns);height=\(rows)"
      let start = "\u{1B}]1337;File=inline=1;\(size);preserveAspectRatio=1:"
      return Array(start.utf8) + data + Self.stringEnd
    }
  }

  /// What takes a picture away, data and all; nothing where writing the cells does.
  func removal(of id: UInt32) -> [UInt8] {
    switch self {
    case .kitty: Array("\u{1B}_Ga=d,d=I,i=\(id),q=2".utf8) + Self.stringEnd
    case .iTerm2: []
    }
  }

  /// What takes away all pictures of the screen; nothing where leaving the screen does.
  var removalOfAll: [UInt8] {
    switch self {
    case .kitty: Array("\u{1B}_Ga=d,d=A,q=2".utf8) + Self.stringEnd
    case .iTerm2: []
    }
  }

  private static let stringEnd = Array("\u{1B}\\".utf8)
  /// Letters of base 64 in one escape code; a multiple of four.
  private static let longestPiece = 4096

  /// The keys stand in the first piece; `q=2` keeps the terminal from answering, which would look
  /// like typing.
  private static func kitty(_ data: [UInt8], keys: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(data.count + data.count / 128 + 64)
    for start in stride(from: 0, to: data.count, by: longestPiece) {
      let end = min(start + longestPiece, data.count)
      let more = end < data.count ? 1 : 0
      bytes += Array("\u{1B}_G\(start == 0 ? "\(keys),m=\(more)" : "m=\(more),q=2");".utf8)
      bytes += data[start..<end]
      bytes += stringEnd
    }
    return bytes
  }
}
