import Essentials

/// A picture as the bytes of its file, which the terminal decodes.
///
/// A decoder for untrusted files is not worth its risk here, so nothing is drawn if the terminal
/// does not support the format.
package struct Picture: Sendable, Hashable {
  package enum Format: Sendable, Hashable {
    case png, jpeg
  }

  package let format: Format
  package let bytes: [UInt8]

  /// The maximum size sent to a terminal.
  package static let maxBytes = 1 << 20

  /// Creates a picture; nil if it is too large or does not start like a supported format.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.maxBytes, let format = Format(bytes) else { return nil }
    (self.format, self.bytes) = (format, bytes)
  }
}

extension Picture.Format {
  /// Detects PNG (RFC 2083, 3.1) and JPEG (ITU T.81, B.1.1.3: SOI, and the next marker's first
  /// byte).
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

/// A picture's place on a screen: over a region of cells that show a placeholder.
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
  /// https://sw.kovidgoyal.net/kitty/graphics-protocol/: a layer above the cells; only PNG.
  case kitty
  /// https://iterm2.com/documentation-images.html: shown in the cells until they are overwritten.
  case iTerm2

  package func takes(_ format: Picture.Format) -> Bool {
    switch self {
    case .kitty: format == .png
    case .iTerm2: true
    }
  }

  /// Whether a picture can be drawn there completely and without scrolling.
  ///
  /// iTerm2 moves the cursor to the next row afterward.
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
  /// Detects the protocol from the environment without a query, since a reply could be mistaken for
  /// typing.
  ///
  /// Returns nil for an unknown terminal, inside a multiplexer, and with `NO_COLOR`, which requests
  /// plain text.
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

  /// Reads variables that programs inherit from the terminal; a nested terminal usually sets its
  /// own.
  private static func hinted(_ terminal: String, _ environment: [String: String]) -> Self? {
    guard terminal.hasPrefix("xterm"),
      !["TERM_PROGRAM", "VTE_VERSION", "XTERM_VERSION", "WT_SESSION"].contains(
        where: environment.isSet
      )
    else { return nil }
    if environment["LC_TERMINAL"] == "iTerm2" { return .iTerm2 }
    // Konsole supports pictures since version 22.04, written as 220400.
    let konsole = environment["KONSOLE_VERSION"].flatMap { Int($0) } ?? 0
    let isKitty = ["KITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR"].contains(where: environment.isSet)
    return isKitty || konsole >= 220_400 ? .kitty : nil
  }
}

extension [String: String] {
  fileprivate func isSet(_ name: String) -> Bool { !(self[name] ?? "").isEmpty }
}

extension PictureProtocol {
  /// The bytes that draw a picture over cells starting at the cursor.
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

  /// The bytes that remove all pictures; empty if leaving the screen does.
  var removalOfAll: [UInt8] {
    switch self {
    case .kitty: Array("\u{1B}_Ga=d,d=A,q=2".utf8) + Self.stringEnd
    case .iTerm2: []
    }
  }

  private static let stringEnd = Array("\u{1B}\\".utf8)
  /// The maximum number of base 64 characters in one escape code; a multiple of four.
  private static let maxChunkLength = 4096

  /// Only the first chunk has the keys; `q=2` prevents an answer, which would look like typing.
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
