package import Markdown
package import Terminal

/// The inline content of a paragraph, as lines of spans with styles and links.
package struct InlineFlow {
  private let options: ReadmeText.Options
  private var written: [[TextLine.Span]] = [[]]
  /// HTML's emphasis and links, which may start and end anywhere.
  private var tags: [OpenTag] = []

  package init(_ options: ReadmeText.Options) {
    self.options = options
  }

  private struct OpenTag {
    let name: String
    let attributes: CellStyle.Attributes
    let link: Link?
  }

  /// The lines wrapped to a width, without leading and trailing blank lines.
  ///
  /// A URL that is too long is truncated, unless its text is the only way to follow it.
  package func lines(width: Int) -> [TextLine] {
    written.flatMap { SpanWrap.lines($0, width: width, breaksWords: options.showsAddresses) }
  }

  package var spans: [TextLine.Span] { Array(written.joined(separator: [TextLine.Span(" ")])) }

  package mutating func add(_ nodes: [MarkdownNode], style: CellStyle = .plain, link: Link? = nil) {
    for node in nodes { add(node, style, link) }
  }

  private mutating func add(_ node: MarkdownNode, _ style: CellStyle, _ link: Link?) {
    switch node.kind {
    case .text(let text): addText(text, style, link)
    case .code(let text): append(text, style.adding(Theme.code), link)
    case .softBreak: append(" ", style, link)
    case .lineBreak: breakLine()
    case .html(let html): for token in HTMLToken.tokens(html) { add(token, style, link) }
    case .emphasis: add(node.children, style: style.with(.italic), link: link)
    case .strong: add(node.children, style: style.with(.bold), link: link)
    case .strikethrough: add(node.children, style: style.with(.strikethrough), link: link)
    case .link(let address): addLink(node, to: address, style)
    case .footnoteReference(let number): append("[\(number)]", style.with(.dim), link)
    case .image:
      guard !node.children.isEmpty else { break }
      append("[image: ", style.with(.dim), link)
      add(node.children, style: style.with(.dim), link: link)
      append("]", style.with(.dim), link)
    default: add(node.children, style: style, link: link)
    }
  }

  /// Adds text, in which URLs become links.
  private mutating func addText(_ text: String, _ style: CellStyle, _ link: Link?) {
    let text = EmojiNames.replaced(in: text)
    guard link == nil else { return append(text, style, link) }
    for piece in Autolink.pieces(text) {
      let text = String(piece.text)
      append(
        text,
        piece.isAddress ? style.adding(Theme.link) : style,
        piece.isAddress ? Link(text) : nil
      )
    }
  }

  private mutating func addLink(_ node: MarkdownNode, to address: String, _ style: CellStyle) {
    let address = ReadmeAddress.resolve(address, options)
    let link = address.flatMap(Link.init)
    add(node.children, style: style.adding(Theme.link), link: link)
    guard options.showsAddresses, let address, node.needsAddress(address) else { return }
    append(" <\(address)>", style.with(.dim), link)
  }

  // MARK: HTML

  package mutating func add(_ token: HTMLToken, _ style: CellStyle = .plain, _ link: Link? = nil) {
    switch token {
    case .text(let text): addText(text.replacing("\n", with: " "), style, link)
    case .open(let tag): open(tag, style, link)
    case .close(let name):
      if let index = tags.lastIndex(where: { $0.name == name }) { tags.remove(at: index) }
    }
  }

  private mutating func open(_ tag: HTMLTag, _ style: CellStyle, _ link: Link?) {
    if tag.name == "br" { return breakLine() }
    if tag.name == "img" {
      let alt = tag.attributes["alt"] ?? ""
      return append(alt.isEmpty ? "" : "[image: \(alt)]", style.with(.dim), link)
    }
    guard let attributes = Self.attributes[tag.name], tags.count < Self.maxTags else { return }
    let address = tag.attributes["href"].flatMap { ReadmeAddress.resolve($0, options) }
    tags.append(OpenTag(name: tag.name, attributes: attributes, link: address.flatMap(Link.init)))
  }

  private static let maxTags = 32
  private static let attributes: [String: CellStyle.Attributes] = [
    "b": .bold, "strong": .bold, "i": .italic, "em": .italic, "del": .strikethrough,
    "s": .strikethrough, "u": .underline, "a": .underline, "kbd": .reverse,
    "h1": [.bold, .underline], "h2": .bold, "h3": .bold, "h4": .bold, "h5": .bold, "h6": .bold,
    "th": .bold, "summary": .bold,
  ]

  // MARK: Writing

  package mutating func breakLine() {
    written.append([])
  }

  package mutating func beginCell() {
    let isFirst = written[written.count - 1].allSatisfy {
      $0.text.description.allSatisfy(\.isWhitespace)
    }
    if !isFirst { append(" │ ", Theme.dim, nil) }
  }

  private mutating func append(_ text: String, _ style: CellStyle, _ link: Link?) {
    guard !text.isEmpty else { return }
    let style = style.with(tags.reduce(into: []) { $0.formUnion($1.attributes) })
    let link = tags.last { $0.link != nil }?.link ?? link
    written[written.count - 1].append(TextLine.Span(SafeText(text), style, link: link))
  }
}

extension MarkdownNode {
  /// Whether to write a link's URL: not if the text is the URL, for a badge, or for a link within
  /// the page.
  fileprivate func needsAddress(_ address: String) -> Bool {
    if case .link(let written) = kind, written.hasPrefix("#") { return false }
    return children.contains { child in
      switch child.kind {
      case .image, .html: false
      case .text(let text):
        text != address && "mailto:" + text != address && !text.allSatisfy(\.isWhitespace)
      default: true
      }
    }
  }
}

extension CellStyle {
  /// The attributes of both styles, in the other's color if it has one.
  fileprivate func adding(_ other: Self) -> Self {
    let color = other.foreground == .terminalDefault ? foreground : other.foreground
    return CellStyle(attributes.union(other.attributes), foreground: color)
  }
}

/// Resolves links in a README.
package enum ReadmeAddress {
  /// The absolute URL; nil if it leads to no page: any scheme other than `https`, `http` and
  /// `mailto`, or a relative URL without a page.
  package static func resolve(_ address: String, _ options: ReadmeText.Options) -> String? {
    let address = encoded(address)
    if let scheme = scheme(of: address) {
      return ["https", "http", "mailto"].contains(scheme) ? address : nil
    }
    if address.hasPrefix("//") { return "https:" + address }
    guard let page = options.page, !address.isEmpty else { return nil }
    if address.hasPrefix("#") || address.hasPrefix("?") { return page + address }
    let directory = options.path.lastIndex(of: "/").map { options.path[...$0] } ?? ""
    let place = address.hasPrefix("/") ? "" : encoded(String(directory))
    return page + "/blob/HEAD/" + withoutDots(place + address)
  }

  private static func scheme(of address: String) -> String? {
    guard let end = address.firstIndex(where: { ":/?#".contains($0) }), address[end] == ":" else {
      return nil
    }
    return address[..<end].lowercased()
  }

  /// Resolves dots in a path, never leading above the repository.
  private static func withoutDots(_ address: String) -> String {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    var segments: [Substring] = []
    for segment in path.split(separator: "/") {
      switch segment {
      case ".": break
      case "..": segments = segments.dropLast()
      default: segments.append(segment)
      }
    }
    return segments.joined(separator: "/") + address[path.endIndex...]
  }

  /// Encodes a URL as printable ASCII.
  private static func encoded(_ address: String) -> String {
    guard !address.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return address }
    return address.utf8.reduce(into: "") { text, byte in
      if 0x21...0x7E ~= byte {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
  }
}

/// The text in an HTML block, which READMEs use to center their badges.
package enum ReadmeHTML {
  package static func lines(_ html: String, _ options: ReadmeText.Options, width: Int) -> [TextLine]
  {
    var flow = InlineFlow(options)
    for token in HTMLToken.tokens(html) {
      if breaksLine(token) { flow.breakLine() }
      if case .open(let tag) = token {
        if tag.name == "td" || tag.name == "th" { flow.beginCell() }
        if tag.name == "li" { flow.add(.text("• ")) }
      }
      flow.add(token)
    }
    return flow.lines(width: width)
  }

  private static func breaksLine(_ token: HTMLToken) -> Bool {
    switch token {
    case .text: false
    case .open(let tag): blocks.contains(tag.name)
    case .close(let name): blocks.contains(name)
    }
  }

  private static let blocks: Set<String> = [
    "p", "div", "center", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd",
    "table", "tr", "hr", "pre", "blockquote", "details", "summary", "section", "header", "footer",
  ]
}

/// The emoji shortcodes most used in READMEs and descriptions, such as `:rocket:`.
package enum EmojiNames {
  /// The text with known shortcodes replaced.
  package static func replaced(in text: String) -> String {
    guard text.utf8.count(where: { $0 == UInt8(ascii: ":") }) > 1 else { return text }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    var result = String(parts[0])
    var index = 1
    while index < parts.count {
      if index + 1 < parts.count, let emoji = emoji[String(parts[index])] {
        result += emoji + parts[index + 1]
        index += 2
      } else {
        result += ":" + parts[index]
        index += 1
      }
    }
    return result
  }

  private static let emoji: [String: String] = [
    "rocket": "🚀", "tada": "🎉", "sparkles": "✨", "fire": "🔥", "zap": "⚡", "bug": "🐛",
    "memo": "📝", "books": "📚", "book": "📖", "star": "⭐", "star2": "🌟", "heart": "❤",
    "warning": "⚠", "white_check_mark": "✅", "heavy_check_mark": "✔", "x": "❌",
    "construction": "🚧", "lock": "🔒", "key": "🔑", "bulb": "💡", "hammer": "🔨",
    "wrench": "🔧", "gear": "⚙", "package": "📦", "art": "🎨", "zipper_mouth_face": "🤐",
    "point_right": "👉", "point_down": "👇", "wave": "👋", "clap": "👏", "pray": "🙏",
    "thumbsup": "👍", "+1": "👍", "thumbsdown": "👎", "-1": "👎", "eyes": "👀",
    "smile": "😄", "smiley": "😃", "heart_eyes": "😍", "sunglasses": "😎", "thinking": "🤔",
    "computer": "💻", "iphone": "📱", "globe_with_meridians": "🌐", "link": "🔗", "mag": "🔍",
    "bell": "🔔", "calendar": "📅", "chart_with_upwards_trend": "📈", "checkered_flag": "🏁",
    "movie_camera": "🎥", "camera": "📷", "speech_balloon": "💬", "email": "✉",
    "question": "❓", "exclamation": "❗", "information_source": "ℹ", "boom": "💥",
    "trophy": "🏆", "100": "💯", "coffee": "☕", "beers": "🍻", "whale": "🐳", "snake": "🐍",
    "crab": "🦀", "gem": "💎", "recycle": "♻", "seedling": "🌱", "arrow_right": "➡",
    "cherry_blossom": "🌸", "electric_plug": "🔌", "robot": "🤖", "hatching_chick": "🐣",
    "penguin": "🐧", "cat": "🐱", "dog": "🐶", "unicorn": "🦄", "octocat": "🐙", "octopus": "🐙",
    "tropical_fish": "🐠", "turtle": "🐢", "bird": "🐦", "bear": "🐻", "panda_face": "🐼",
    "honeybee": "🐝", "four_leaf_clover": "🍀", "mushroom": "🍄", "lemon": "🍋", "apple": "🍎",
    "cherries": "🍒", "beer": "🍺", "pizza": "🍕", "cake": "🍰", "icecream": "🍦", "earth_africa": "🌍",
    "earth_americas": "🌎", "earth_asia": "🌏", "sunny": "☀", "cloud": "☁", "rainbow": "🌈",
    "snowflake": "❄", "ocean": "🌊", "crystal_ball": "🔮", "game_die": "🎲", "dart": "🎯",
    "guitar": "🎸", "musical_note": "🎵", "video_game": "🎮", "clapper": "🎬", "tv": "📺",
    "floppy_disk": "💾", "file_folder": "📁", "page_facing_up": "📄", "clipboard": "📋",
    "pencil": "📝", "pencil2": "✏", "scroll": "📜", "newspaper": "📰", "bookmark": "🔖",
    "bar_chart": "📊", "hourglass": "⌛", "stopwatch": "⏱", "shield": "🛡",
    "closed_lock_with_key": "🔐",
    "hammer_and_wrench": "🛠", "toolbox": "🧰", "nut_and_bolt": "🔩", "bricks": "🧱",
    "card_file_box": "🗃", "satellite": "📡", "telescope": "🔭", "microscope": "🔬", "dna": "🧬",
    "muscle": "💪", "ok_hand": "👌", "point_left": "👈", "raised_hands": "🙌", "ghost": "👻",
    "alien": "👽", "space_invader": "👾", "crown": "👑", "diamond_shape_with_a_dot_inside": "💠",
    "dizzy": "💫", "performing_arts": "🎭", "racehorse": "🐎", "train": "🚋", "ship": "🚢",
    "airplane": "✈",
  ]
}
