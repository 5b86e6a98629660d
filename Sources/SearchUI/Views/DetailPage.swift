import GitHubModel
import Presentation
import SearchModel
import Terminal

/// A repository's details in lines, rebuilt only when part of them has changed.
struct DetailPage: Sendable {
  /// The lines above the README.
  private(set) var front: [TextLine] = []
  private(set) var readme = ReadmeLines()
  private var content: DetailContent?

  var width: Int { content?.width ?? 0 }

  var count: Int { front.count + readme.lines.count }

  func isAbout(_ repository: Repository?) -> Bool { content?.repository?.id == repository?.id }

  mutating func update(_ new: DetailContent) {
    guard new != content else { return }
    content = new
    front = DetailView(content: new).lines
    readme.update(new.detail, width: new.width)
  }

  /// Some of the lines, of which a README may have thousands.
  func lines(from top: Int, rows: Int = .max) -> [TextLine] {
    Array(front.dropFirst(top).prefix(rows))
      + readme.lines.dropFirst(max(top - front.count, 0))
      .prefix(max(rows - max(front.count - top, 0), 0))
  }
}

/// The lines of a README, with the text and width they were built for.
///
/// The local copy's README is shown until GitHub has sent it.
struct ReadmeLines: Sendable {
  private(set) var lines: [TextLine] = []
  /// The links in reading order.
  private(set) var links: [ReadmeLink] = []
  /// The version, which changes with the lines.
  private(set) var version = 0
  private var text: String?
  private var isMarkdown = false
  private var options = ReadmeText.Options(width: 0)

  fileprivate mutating func update(_ detail: DetailState, width: Int) {
    let isMarkdown = detail.readme.value != nil
    let source = detail.readme.value.flatMap(\.self)
    let text = isMarkdown ? source?.text : detail.localReadme?.text
    var options = ReadmeText.Options(width: width, page: detail.repository?.url)
    if let source { options.path = source.path }
    options.head = detail.repository.map { ReadmeHead($0) }
    guard text != self.text || isMarkdown != self.isMarkdown || options != self.options else {
      return
    }
    (self.text, self.isMarkdown, self.options) = (text, isMarkdown, options)
    version += 1
    lines =
      text.map {
        isMarkdown ? ReadmeText.lines($0, options) : ReadmeText.lines(plain: $0, options)
      } ?? []
    links = ReadmeLink.all(in: lines)
  }

  /// The first line of the heading with an anchor, built as on GitHub.
  func line(ofHeading anchor: String) -> Int? {
    lines.firstIndex { line in
      guard let first = line.spans.first, first.link == nil, first.style.attributes.contains(.bold)
      else { return false }
      let words = line.plainText.lowercased().filter {
        $0.isLetter || $0.isNumber || " -_".contains($0)
      }
      return words.replacing(" ", with: "-") == anchor.lowercased()
    }
  }
}

/// A link in a README, which may continue on the next line.
struct ReadmeLink: Sendable {
  let link: Link
  private(set) var lines: ClosedRange<Int>

  static func all(in lines: [TextLine]) -> [Self] {
    var links: [Self] = []
    /// The link at the end of the preceding text.
    var last: Link?
    for (number, line) in lines.enumerated() {
      for span in line.spans where !span.text.description.allSatisfy({ $0 == " " }) {
        defer { last = span.link }
        guard let link = span.link else { continue }
        if link == last, let before = links.last?.lines, before.upperBound >= number - 1 {
          links[links.count - 1].lines = before.lowerBound...number
        } else {
          links.append(Self(link: link, lines: number...number))
        }
      }
    }
    return links
  }
}

extension TextLine {
  mutating func highlight(_ link: Link) {
    for index in spans.indices where spans[index].link == link {
      spans[index].style = spans[index].style.with(.reverse)
    }
  }
}
