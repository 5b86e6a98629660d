import Essentials

/// A picture as the bytes of its file, which the terminal decodes.
///
/// A decoder for untrusted files is not worth its risk here, so nothing is drawn if the terminal does not
/// support the format.
package struct Picture: Sendable, Hashable {
  package enum Format: Sendable, Hashable {
    case png, jpeg
  }

  package let format: Format
  package let bytes: [UInt8]

  /// No larger one is given to a terminal.
  package static let maxBytes = 1 << 20

  /// Nil for too many bytes, and for those that do not begin like a file of these formats.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.maxBytes, let format = Format(bytes) else { return nil }
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

/// A picture's place on a screen: over the cells of a region, which show a placeholder.
///
/// The cells stay visible if it cannot be drawn.
package struct PicturePlacement: Sendable, Hashable {
  package let picture: Picture
  package let region: ScreenRegion

  package init(_ picture: Picture, in region: ScreenRegion) {
    (self.picture, self.region) = (picture, region)
  }
}

/// How a terminal accepts pictures.
package enum PictureProtocol: Sendable, Hashable, CaseIterable {
  /// https://sw.kovidgoyal.net/kitty/graphics-protocol/: a layer above the cells; PNG alone.
  case kitty
  /// https://iterm2.com/documentation-images.html: what cells show, until they are written again.
  case iTerm2

  package func takes(_ format: Picture.Format) -> Bool {
    switch self {
    case .kitty: format == .png
    case .iTerm2: true
    }
  }

  /// Whether a picture may be drawn there: as a whole, and so that nothing scrolls.
  ///
  /// After one of iTerm2's, the cursor goes to the next row.
  func fits(_ placement: PicturePlacement, in size: ScreenSize) -> Bool {
    let region = placement.region
    let (columns, rows) = region.clipped(to: size)
    return takes(placement.picture.format) && !columns.isEmpty && !rows.isEmpty
      && columns.count == region.columns && rows.count == region.rows
      && (self != .iTerm2 || rows.upperBound < size.rows)
  }
}

// MARK: - By the environment

extension PictureProtocol {
  /// Reads the environment's description of the terminal, and sends no query, since a reply could be taken for
  /// typing.
  ///
  /// Nil for a terminal that is not known to show pictures, inside of a multiplexer, and with `NO_COLOR`, which asks
  /// for plain text.
  package init?(environment: [String: String]) {
    let terminal = environment["TERM"] ?? ""
    guard !environment.isSet("NO_COLOR"), !Self.multiplexers.contains(where: environment.isSet),
      !terminal.hasPrefix("tmux"), !terminal.hasPrefix("screen"),
      !["", "dumb", "unknown", "linux"].contains(terminal),
      let known = Self.named(terminal, program: environment["TERM_PROGRAM"] ?? "")
        ?? Self.hinted(terminal, environment)
    else { return nil }
    self = known
  }

  private static let multiplexers = ["TMUX", "STY", "ZELLIJ"]

  private static func named(_ terminal: String, program: String) -> Self? {
    if ["xterm-kitty", "xterm-ghostty"].contains(terminal) { return .kitty }
    switch program {
    case "iTerm.app", "WezTerm", "mintty": return .iTerm2
    case "ghostty": return .kitty
    default: return nil
    }
  }

  /// Reads variables that programs inside the terminal inherit; another terminal among those usually names
  /// itself.
  private static func hinted(_ terminal: String, _ environment: [String: String]) -> Self? {
    guard terminal.hasPrefix("xterm"),
      !["TERM_PROGRAM", "VTE_VERSION", "XTERM_VERSION", "WT_SESSION"].contains(
        where: environment.isSet
      )
    else { return nil }
    if environment["LC_TERMINAL"] == "iTerm2" { return .iTerm2 }
    // Konsole shows pictures since 22.04, which it writes as 220400.
    let konsole = environment["KONSOLE_VERSION"].flatMap { Int($0) } ?? 0
    let isKitty = ["KITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR"].contains(where: environment.isSet)
    return isKitty || konsole >= 220_400 ? .kitty : nil
  }
}

extension [String: String] {
  fileprivate func isSet(_ name: String) -> Bool { !(self[name] ?? "").isEmpty }
}

extension PictureProtocol {
  /// The bytes that draw a picture over a number of cells, from the cursor on.
  ///
  /// Terminals leave the cursor in different places.
  package func bytes(of picture: Picture, columns: Int, rows: Int) -> [UInt8] {
    let data = Array(Data(picture.bytes).base64EncodedData())
    switch self {
    case .kitty:
      return Self.kitty(data, keys: "a=T,f=100,c=\(columns),r=\(rows),C=1,q=2")
    case .iTerm2:
      let size = "size=\(picture.bytes.count);width=\(columns);height=\(rows)"
      let start = "\u{1B}]1337;File=inline=1;\(size);preserveAspectRatio=1:"
      return Array(start.utf8) + data + Self.stringEnd
    }
  }

  /// The bytes that remove all pictures from the screen; none if leaving the screen does.
  var removalOfAll: [UInt8] {
    switch self {
    case .kitty: Array("\u{1B}_Ga=d,d=A,q=2".utf8) + Self.stringEnd
    case .iTerm2: []
    }
  }

  private static let stringEnd = Array("\u{1B}\\".utf8)
  /// Letters of base 64 in one escape code; a multiple of four.
  private static let maxChunkLength = 4096

  /// The keys are in the first chunk; `q=2` keeps the terminal from answering, which would look
  /// like typing.
  private static func kitty(_ data: [UInt8], keys: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(data.count + data.count / 128 + 64)
    for start in stride(from: 0, to: data.count, by: maxChunkLength) {
      let end = min(start + maxChunkLength, data.count)
      let more = end < data.count ? 1 : 0
      bytes += Array("\u{1B}_G\(start == 0 ? "\(keys),m=\(more)" : "m=\(more),q=2");".utf8)
      bytes += data[start..<end]
      bytes += stringEnd
    }
    return bytes
  }
}
