import GitHubModel
import SearchModel
import SearchUITesting
import Terminal
import Testing

@testable import SearchUI

/// Keys act on the focus: each key of the keymap, each Control and Alt key, each character.
@Suite struct FocusKeyTests {
  /// The places that can have the focus, with the keys that lead there.
  enum Place: String, CaseIterable {
    case list
    case details
    case help
    case history
    case completion
    case sort
    case lists
    case find
    case note

    var keys: [String] {
      switch self {
      case .list: []
      case .details: ["Enter"]
      case .help: ["F1"]
      case .history: ["^R"]
      case .completion: ["Space", "i", "s", ":", "Tab"]
      case .sort: ["F4"]
      case .lists: ["^X"]
      case .find: ["Enter", "/"]
      case .note: ["M-n"]
      }
    }

    /// Whether the place has an input line.
    var hasLine: Bool {
      switch self {
      case .list, .help, .history, .completion: true
      case .details, .sort, .lists, .find, .note: false
      }
    }
  }

  private static let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map {
    Character(Unicode.Scalar($0))
  }

  static let keys: [Key] = {
    let printable = (UInt8(0x20)...0x7E).map { Key.character(Character(Unicode.Scalar($0))) }
    let modified = (letters + ["@", "[", "\\", "]", "^", "_", " "]).flatMap {
      [Key.control($0), .alt($0), Key(.character($0), [.control, .alt])]
    }
    let codes: [Key.Code] = [
      .enter, .tab, .backspace, .delete, .insert, .escape, .up, .down, .left, .right, .home, .end,
      .pageUp, .pageDown,
    ]
    let modifiers: [Key.Modifiers] = [[], .shift, .alt, .control, [.shift, .control]]
    let named = codes.flatMap { code in modifiers.map { Key(code, $0) } }
    let functions = (1...12).map { Key(.function($0)) }
    let foreign: [Key] = [.character("ü"), .character("日"), .control("с"), .alt("λ")]
    let all =
      KeyCommand.allCases.flatMap(\.keys) + printable + modified + named + functions + foreign
    return Array(Set(all))
  }()

  private func harness(at place: Place, _ columns: Int = 80, _ rows: Int = 24) throws
    -> ScreenHarness
  {
    var harness = ScreenHarness(columns, rows, history: ["swift cli", "rust tui"])
    try harness.load("swift http", Catalog.repositories(50), total: 12_345)
    harness.receive(.listsRead(.success(Catalog.lists)))
    for key in place.keys { try harness.press(key) }
    if place == .details {
      try harness.loadDetail(readme: (1...300).map { "line \($0)" }.joined(separator: "\n\n"))
    }
    return harness
  }

  @Test(arguments: Place.allCases.filter { !$0.hasLine })
  func `no key edits a hidden query`(place: Place) throws {
    let start = try harness(at: place)
    for key in Self.keys {
      var harness = start
      harness.send(.input(.key(key)))
      // Another tab has another text.
      guard harness.search.source == .search else { continue }
      let isSame =
        harness.screen.editor == start.screen.editor && harness.search.text == "swift http"
      #expect(isSame, "\(KeyName.text(key))")
    }
    var harness = start
    harness.paste("pasted")
    #expect(harness.screen.editor == start.screen.editor && harness.search.text == "swift http")
  }

  @Test(arguments: [Place.history, .help, .completion])
  func `in a filterable menu, keys edit the filter and not the query`(
    place: Place
  ) throws {
    let start = try harness(at: place)
    for key in Self.keys where key != Key(.enter) {
      var harness = start
      harness.send(.input(.key(key)))
      guard harness.search.source == .search else { continue }
      #expect(harness.screen.editor == start.screen.editor, "\(KeyName.text(key))")
    }
  }

  @Test func `a paste filters the history`() throws {
    var harness = try harness(at: .history)
    harness.paste("rust")
    try harness.press("Enter")
    #expect(harness.search.text == "rust tui")
  }

  @Test(arguments: [Place.help, .sort, .lists, .find, .note])
  func `no key acts on anything hidden`(place: Place) throws {
    let start = try harness(at: place)
    // Enter runs the selected command.
    for key in Self.keys where place != .help || key != Key(.enter) {
      var harness = start
      harness.send(.input(.key(key)))
      guard harness.search.source == .search else { continue }
      let (before, after) = (start.search, harness.search)
      let isSame =
        after.stars == before.stars && after.favorites == before.favorites
        && after.marked == before.marked && after.selectedRow?.id == before.selectedRow?.id
      let others = harness.effects.filter { if case .leave = $0 { false } else { true } }
      #expect(
        isSame && others.allSatisfy { $0 == .redraw || $0 == .suspend },
        "\(KeyName.text(key))"
      )
    }
  }

  @Test func `in the list, keys type and edit`() throws {
    var harness = try harness(at: .list)
    try harness.press("^F")
    #expect(harness.search.favorites == [1])
    try harness.press("Backspace", "^W")
    #expect(harness.search.text == "swift ")
    try harness.press("^U")
    #expect(harness.search.text == "")
  }

  /// The lines that each key scrolls, given the rows on the screen; nil to scroll to the end.
  static let pagerKeys: [(keys: [String], distance: @Sendable (_ rows: Int) -> Int?)] = [
    (["j", "e", "^E", "^N", "^J", "↓"], { _ in 1 }),
    (["k", "y", "^Y", "^P", "^K", "↑"], { _ in -1 }),
    (["d", "^D"], { ($0 - 1) / 2 }),
    (["u", "^U"], { -($0 - 1) / 2 }),
    (["Space", "f", "^F", "^V", "PgDn"], { $0 - 1 }),
    (["b", "^B", "M-v", "PgUp"], { 1 - $0 }),
    (["g", "<", "M-<", "Home"], { _ in nil }),
    (["Backspace", "Del", "^H", "^A", "^W", "x", "←", "→"], { _ in 0 }),
  ]

  @Test(arguments: [(80, 24), (120, 40), (40, 12)])
  func `the keys of less scroll the details`(columns: Int, rows: Int) throws {
    var start = try harness(at: .details, columns, rows)
    let shown = try #require(start.screen.layout.detail?.rows)
    for _ in 0..<100 { try start.press("j") }
    #expect(start.screen.pane.top == 100)
    for (keys, distance) in Self.pagerKeys {
      for key in keys {
        var harness = start
        try harness.press(key)
        #expect(harness.screen.pane.top == distance(shown).map { 100 + $0 } ?? 0, "\(key)")
        #expect(harness.screen.focus == .detail)
      }
    }
    for key in ["G", ">", "M->", "End"] {
      var harness = start
      try harness.press(key)
      #expect(harness.lines.last?.hasPrefix("100%") == true, "\(key)")
    }
  }

  @Test(arguments: [
    (Place.list, ["↓", "↓"]), (.details, ["j", "j", "j"]), (.history, ["s", "↓"]),
    (.sort, ["↓", "↓"]), (.lists, ["Space", "↓", "Tab", "w"]),
  ])
  func `help and menus return to what they covered`(place: Place, keys: [String]) throws {
    var start = try harness(at: place)
    for key in keys { try start.press(key) }
    let popups =
      place == .details ? [["F1"], ["F4"], ["^R"], ["^X"], ["^X", "F1", "Esc"]] : [["F1"]]
    for popup in popups {
      var harness = start
      for key in popup + ["Esc"] { try harness.press(key) }
      #expect(harness.screen.focus == start.screen.focus, "\(popup)")
      #expect(harness.lines == start.lines, "\(popup)")
    }
  }

  @Test(arguments: [[], ["F1"]])
  func `a selected list stays selected when the lists change, also below the help`(
    covered: [String]
  ) throws {
    var harness = try harness(at: .lists)
    try harness.press("↓")
    for key in covered { try harness.press(key) }

    harness.receive(.listsRead(.success([Catalog.lists[2]] + Catalog.lists.prefix(2))))
    for key in covered { try harness.press(key) }

    guard case .menu(let menu) = harness.screen.focus else {
      Issue.record("\(harness.screen.focus)")
      return
    }
    #expect(menu.selection == 2)
  }

  @Test(arguments: [(Place.lists, ["Space"]), (.lists, ["Space", "F1"]), (.note, ["x"])])
  func `another tab keeps what is typed or chosen`(
    place: Place,
    keys: [String]
  ) throws {
    var start = try harness(at: place)
    for key in keys { try start.press(key) }
    for key in ["F2", "F3", "Ctrl-PgUp", "Ctrl-PgDn"] {
      var harness = start
      try harness.press(key)
      #expect(harness.screen.focus == start.screen.focus, "\(key)")
    }
    var harness = start
    harness.mouse(.press, column: 12, row: 0)
    // A click beside the palette closes it.
    #expect(harness.screen.focus == start.screen.focus || keys.last == "F1")
    #expect(harness.screen.isAnswering && harness.search.source == .search)
  }

  @Test(arguments: ["Esc", "F1"])
  func `closing the palette returns to the previous view`(key: String) throws {
    var harness = try harness(at: .help)
    try harness.press(key)
    #expect(harness.screen.focus == .list)
    #expect(harness.search.text == "swift http")
  }

  // MARK: The palette

  /// The commands that the palette offers.
  private func commands(in harness: ScreenHarness) -> [KeyCommand] {
    (harness.screen.menu?.entries(in: harness.search) ?? []).compactMap {
      if case .command(let command, _) = $0 { command } else { nil }
    }
  }

  @Test func `filters the palette by a command's words, name and keys`() throws {
    for (typed, found) in [
      ("clone copy", [KeyCommand.copyClone]), ("toggle-mark", [.toggleMark]),
      ("Ctrl-X", [.chooseLists]), ("no such command", []),
    ] {
      var harness = try harness(at: .help)
      harness.type(typed)
      #expect(commands(in: harness) == found)
    }
    var harness = try harness(at: .help)
    harness.type("forks")
    #expect(harness.text.contains("⑂ ◉ ⊙"))
    let before = harness.screen.search
    try harness.press("Enter")
    #expect(harness.screen.focus == .list && harness.screen.search == before)
  }

  @Test(arguments: [Place.list, .details], [(80, 24), (120, 40), (19, 3)])
  func `Enter in the palette runs the command`(place: Place, size: (Int, Int)) throws {
    var start = try harness(at: place, size.0, size.1)
    start.receiveStars([1: false, 2: false])
    var palette = start
    try palette.press("F1")
    let offered = commands(in: palette)
    #expect(offered.count > 30)
    for command in offered where command != .help {
      var (direct, chosen) = (start, palette)
      let keymap = start.screen.options.keymap
      guard let key = keymap.name(of: command, inDetails: place == .details) else { continue }
      try direct.press(key)
      chosen.type(command.title)
      let index = try #require(commands(in: chosen).firstIndex(of: command))
      for _ in 0..<index { try chosen.press("↓") }
      try chosen.press("Enter")
      #expect(chosen.screen.focus == direct.screen.focus, "\(command)")
      #expect(chosen.effects == direct.effects && chosen.lines == direct.lines, "\(command)")
    }
  }

  @Test func `the palette shows the commands and keys of the place where it was opened`()
    throws
  {
    var list = try harness(at: .list)
    try list.press("F1")
    list.type("favorites")
    #expect(list.text.contains(" Ctrl-F │"))
    try list.press("^U")
    list.type("next repository")
    #expect(list.text.contains("No matching commands."))

    var details = try harness(at: .details)
    details.type("?")
    details.type("favorites")
    #expect(details.text.contains(" F │") && !details.text.contains("Ctrl-F"))
    try details.press("Enter")
    #expect(details.search.favorites == [1])
    try details.press("F1")
    details.type("delete")
    #expect(!details.text.contains("delete the"))
  }

  @Test func `the palette shows a command's first keys, as many as fit`()
    throws
  {
    for (columns, keys) in [(80, "Alt-Backspace Ctrl-Backspace │"), (50, "  Alt-Backspace │")] {
      var harness = try harness(at: .help, columns, 24)
      harness.type("delete-word-backward")
      let row = try #require(harness.lines.first { $0.contains("delete the previous word") })
      #expect(row.contains(keys))
    }
  }
}
