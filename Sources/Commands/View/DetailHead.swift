import GitHubModel
import SearchUI
import Terminal

/// The repository's name beside its owner's picture, or beside the initials that stand for it.
struct DetailHead {
  private let repository: Repository
  private let look: DetailScreen.Look

  init(_ repository: Repository, _ look: DetailScreen.Look) {
    self.repository = repository
    self.look = look
  }

  /// Below this, and without colours, the name stands alone.
  private static let leastWidth = 30
  private static let gap = 2

  /// The lines of the head, each with its end.
  func text(with picture: Picture?) -> String {
    guard look.isColored, look.width >= Self.leastWidth else {
      return look.text([name(room: .max)])
    }
    let initials = OwnerPicture.lines(repository.owner.login)
    let names = initials.indices.map { row in
      row == initials.count / 2 ? name(room: look.width - Self.indent) : .blank
    }
    guard let picture, let pictures = look.pictures, pictures.takes(picture.format) else {
      return look.text(zip(initials, names).map(Self.beside))
    }
    let lines = names.map { line in
      (line == .blank ? "" : "\u{1B}[\(Self.indent)C") + look.text([line])
    }
    return Self.above(picture, pictures) + lines.joined()
  }

  private static var indent: Int { OwnerPicture.columns + gap }

  private func name(room: Int) -> TextLine {
    let name = SafeText(repository.name.fullName).truncated(toWidth: room)
    return TextLine([TextLine.Span(name, .bold)])
  }

  private static func beside(_ initials: TextLine.Span, _ line: TextLine) -> TextLine {
    guard line != .blank else { return TextLine([initials]) }
    let space = SafeText(String(repeating: " ", count: gap))
    return TextLine([initials, TextLine.Span(space)] + line.spans)
  }

  /// The picture in rows that are there already, so that nothing scrolls below it, and the cursor
  /// back at its top left (DECSC, DECRC).
  private static func above(_ picture: Picture, _ pictures: PictureProtocol) -> String {
    let room = String(repeating: "\n", count: OwnerPicture.rows) + "\u{1B}[\(OwnerPicture.rows)A"
    let bytes = pictures.bytes(
      of: picture,
      id: nil,
      columns: OwnerPicture.columns,
      rows: OwnerPicture.rows
    )
    return "\(room)\u{1B}7\(String(decoding: bytes, as: UTF8.self))\u{1B}8"
  }
}
