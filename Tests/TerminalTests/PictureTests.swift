import Terminal
import TerminalTesting
import Testing

private let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
private let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]

@Suite struct PictureTests {
  @Test func `recognizes an image by its first bytes`() {
    #expect(Picture(png + [1])?.format == .png)
    #expect(Picture(jpeg)?.format == .jpeg)
  }

  @Test(arguments: ["", "GIF89a", "<svg/>", "RIFF1234WEBP", "{}", "\u{89}PNG\r\n"])
  func `rejects other bytes as an image`(_ text: String) {
    #expect(Picture(Array(text.utf8)) == nil)
    #expect(Picture(Array(png.dropLast())) == nil)
  }

  @Test func `limits images to a mebibyte`() {
    let filling = [UInt8](repeating: 0, count: Picture.maxBytes - png.count)

    #expect(Picture(png + filling) != nil)
    #expect(Picture(png + filling + [0]) == nil)
  }
}

@Suite struct PictureProtocolTests {
  @Test(arguments: [
    ["TERM": "xterm-kitty"], ["TERM": "xterm-ghostty"],
    ["TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"],
    ["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"],
    ["TERM": "xterm-256color", "GHOSTTY_RESOURCES_DIR": "/usr/share/ghostty"],
    ["TERM": "xterm-256color", "KONSOLE_VERSION": "230805"],
  ])
  func `detects kitty's protocol from the environment`(_ environment: [String: String]) {
    #expect(PictureProtocol(environment: environment) == .kitty)
  }

  @Test(arguments: [
    ["TERM_PROGRAM": "iTerm.app"], ["TERM_PROGRAM": "WezTerm"], ["TERM_PROGRAM": "mintty"],
    ["LC_TERMINAL": "iTerm2"],
  ])
  func `detects iTerm2's protocol from the environment`(_ variables: [String: String]) {
    let environment = variables.merging(["TERM": "xterm-256color"]) { $1 }
    #expect(PictureProtocol(environment: environment) == .iTerm2)
  }

  @Test(arguments: [
    [:], ["TERM": "xterm-256color"], ["TERM": "dumb", "KITTY_WINDOW_ID": "1"],
    ["TERM": "linux", "TERM_PROGRAM": "WezTerm"],
    ["TERM": "xterm-kitty", "NO_COLOR": "1"], ["TERM": "xterm-kitty", "TMUX": "/tmp/tmux,1,0"],
    ["TERM": "screen-256color", "KITTY_WINDOW_ID": "1"], ["TERM": "xterm-kitty", "STY": "1.pts"],
    ["TERM": "tmux-256color", "TERM_PROGRAM": "WezTerm"], ["TERM": "xterm-kitty", "ZELLIJ": "0"],
    ["TERM": "xterm-256color", "KONSOLE_VERSION": "211203"],
    ["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1", "VTE_VERSION": "7200"],
    ["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1", "TERM_PROGRAM": "vscode"],
    ["TERM": "alacritty", "KITTY_WINDOW_ID": "1"],
  ])
  func `other terminals show no pictures`(_ environment: [String: String]) {
    #expect(PictureProtocol(environment: environment) == nil)
    #expect(TerminalCapabilities(environment: environment).pictures == nil)
  }

  @Test func `sends a PNG to kitty in one chunk`() throws {
    let picture = try #require(Picture(png))
    let bytes = PictureProtocol.kitty.bytes(of: picture, columns: 6, rows: 3)

    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "\u{1B}_Ga=T,f=100,c=6,r=3,C=1,q=2,m=0;iVBORw0KGgo=\u{1B}\\"
    )
    #expect(!PictureProtocol.kitty.takes(.jpeg))
  }

  @Test(arguments: [3_063, 3_064, 3_065, 6_136, 6_137, 50_000])
  func `sends a longer PNG to kitty in chunks of 4,096 characters`(_ count: Int) throws {
    let picture = try #require(Picture(png + (0..<count).map { UInt8($0 & 0xFF) }))
    let bytes = PictureProtocol.kitty.bytes(of: picture, columns: 6, rows: 3)

    let pieces = String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}_G")
      .map { $0.dropLast(2).split(separator: ";").map(String.init) }
    #expect(pieces.first?.first == "a=T,f=100,c=6,r=3,C=1,q=2,m=\(pieces.count > 1 ? 1 : 0)")
    #expect(pieces.dropFirst().dropLast().allSatisfy { $0[0] == "m=1,q=2" })
    #expect(pieces.count == 1 || pieces.last?[0] == "m=0,q=2")
    #expect(pieces.dropLast().allSatisfy { $0[1].utf8.count == 4_096 })
    #expect(pieces.map { $0[1].utf8.count }.reduce(0, +) == (picture.bytes.count + 2) / 3 * 4)
    #expect(pieces.last.map { 1...4_096 ~= $0[1].utf8.count } == true)
  }

  @Test func `sends any file to iTerm2 unchanged`() throws {
    let picture = try #require(Picture(jpeg))
    let bytes = PictureProtocol.iTerm2.bytes(of: picture, columns: 6, rows: 3)

    #expect(
      String(decoding: bytes, as: UTF8.self)
        == """
        \u{1B}]1337;File=inline=1;size=4;width=6;height=3;preserveAspectRatio=1:/9j/4A==\u{1B}\\
        """
    )
  }
}

@Suite struct PictureRenderingTests {
  private let size = ScreenSize(columns: 20, rows: 8)

  private func placement(_ row: Int, _ bytes: [UInt8] = png) throws -> PicturePlacement {
    let region = ScreenRegion(column: 10, row: row, columns: 6, rows: 3)
    return PicturePlacement(try #require(Picture(bytes)), in: region)
  }

  /// Initials below the picture.
  private func frame(_ picture: PicturePlacement? = nil) -> Frame {
    var frame = Frame(Grid(size), picture: picture)
    if let picture { frame.grid.fill(picture.region, style: CellStyle(background: .green)) }
    return frame
  }

  private func screen(_ frames: [Frame], _ pictures: PictureProtocol?) -> ScreenModel {
    var renderer = Renderer(TerminalCapabilities(pictures: pictures))
    var model = ScreenModel(size)
    for frame in frames { model.write(renderer.render(frame)) }
    return model
  }

  @Test(arguments: PictureProtocol.allCases)
  func `draws an image once regardless of changes beside it`(_ pictures: PictureProtocol) throws {
    var changed = frame(try placement(2))
    for row in 0..<8 { changed.grid.put("left", at: ScreenPosition(column: 0, row: row)) }
    var erased = frame(try placement(2))
    erased.grid.put("x", at: ScreenPosition(column: 0, row: 3))

    let model = screen([frame(try placement(2)), changed, erased, changed], pictures)

    #expect(model.drawnPictures == 1)
    #expect(model.unknown == [])
    #expect(pictures != .iTerm2 || model.cells[3][10...15].allSatisfy { $0.text == "▣" })
  }

  @Test(arguments: PictureProtocol.allCases)
  func `an unchanged frame writes no bytes`(_ pictures: PictureProtocol) throws {
    var renderer = Renderer(TerminalCapabilities(pictures: pictures))
    let frame = frame(try placement(2))
    _ = renderer.render(frame)

    #expect(renderer.render(frame) == [])
  }

  @Test(arguments: PictureProtocol.allCases)
  func `removes and moves an image with its text`(_ pictures: PictureProtocol) throws {
    let gone = screen([frame(try placement(2)), frame()], pictures)
    let moved = screen([frame(try placement(2)), frame(try placement(0))], pictures)

    #expect(gone.pictures == [])
    #expect(gone.cells == screen([frame()], pictures).cells)
    #expect(moved.pictures == screen([frame(try placement(0))], pictures).pictures)
    #expect(moved.cells == screen([frame(try placement(0))], pictures).cells)
  }

  @Test func `a new image replaces the previous one`() throws {
    let other = try placement(2, png + [1])
    let model = screen([frame(try placement(2)), frame(other)], .kitty)

    #expect(model.pictures == [other.region])
    #expect(model.drawnPictures == 2)
  }

  @Test(arguments: PictureProtocol.allCases)
  func `redraws the images of a forgotten screen, and removes the old ones`(
    _ pictures: PictureProtocol
  ) throws {
    var renderer = Renderer(TerminalCapabilities(pictures: pictures))
    _ = renderer.render(frame(try placement(2)))
    renderer.forget()

    let text = String(decoding: renderer.render(frame(try placement(4))), as: UTF8.self)

    #expect(pictures != .kitty || text.contains("\u{1B}_Ga=d,d=A,q=2\u{1B}\\"))
    #expect(text.contains("iVBORw0KGgo="))
  }

  @Test(arguments: [nil, PictureProtocol.kitty])
  func `shows the cells if an image cannot be drawn`(_ pictures: PictureProtocol?) throws {
    var renderer = Renderer(TerminalCapabilities(pictures: pictures))
    let plain = frame(try placement(2, jpeg))
    var without = plain
    without.picture = nil

    #expect(
      renderer.render(plain)
        == Renderer(TerminalCapabilities(pictures: pictures)).bytes(from: nil, to: without)
    )
    #expect(renderer.render(without) == [])
  }

  @Test func `draws no image that does not fit or would scroll the screen`() throws {
    let last = frame(try placement(5))
    let outside = frame(try placement(6))

    #expect(screen([last], .kitty).drawnPictures == 1)
    #expect(screen([last], .iTerm2).drawnPictures == 0)
    #expect(screen([outside], .kitty).drawnPictures == 0)
  }

  @Test(arguments: PictureProtocol.allCases, ScreenModel.Clusters.allCases)
  func `updates the screen from any frame to any other`(
    _ pictures: PictureProtocol,
    _ clusters: ScreenModel.Clusters
  ) {
    let capabilities = TerminalCapabilities(colors: .trueColor, pictures: pictures)
    for seed in 1...700 {
      var random = RandomFrames(seed: UInt64(seed))
      let first = random.pictured(random.frame(random.size()))
      let next = random.change(first)
      let second = seed.isMultiple(of: 2) ? random.pictured(next) : next
      var model = ScreenModel(first.size, clusters: clusters)
      var expected = model
      model.write(Renderer(capabilities).bytes(from: nil, to: first))
      expected.write(Renderer(capabilities).bytes(from: nil, to: second))

      model.write(Renderer(capabilities).bytes(from: first, to: second))

      #expect(model.cells == expected.cells, "seed \(seed)")
      #expect(model.pictures == expected.pictures, "seed \(seed)")
      #expect(model.unknown == [] && model.isAtRest, "seed \(seed)")
    }
  }
}
