import SearchModel
import SearchUI
import SearchUITesting
import Terminal
import Testing

@Suite struct KeymapTests {
  @Test(arguments: [
    (Key.control("a"), LineEditor.Action.moveToStart), (.control("e"), .moveToEnd),
    (.control("w"), .killBlankWordBackward), (.control("u"), .killToStart),
    (.control("k"), .killToEnd), (.control("y"), .yank), (.alt("b"), .moveWordLeft),
    (.alt("f"), .moveWordRight), (.alt("d"), .killWordForward), (.character("x"), .insert("x")),
    (Key(.left), .moveLeft), (Key(.delete), .deleteForward), (Key(.home), .moveToStart),
  ])
  func `line editing has the default keys`(_ key: Key, _ action: LineEditor.Action) {
    #expect(Keymap().edit(for: key) == action)
  }

  @Test func `no other keys edit a line`() {
    for key in [Key(.enter), Key(.up), .control("s"), .alt("c"), Key(.tab), Key(.function(1))] {
      #expect(Keymap().edit(for: key) == nil)
    }
  }

  @Test func `every default key does one thing, and every command has a key`() {
    let keys = KeyCommand.allCases.flatMap(\.keys)
    let detailKeys = KeyCommand.allCases.flatMap(\.detailKeys)

    #expect(Set(keys).count == keys.count && Set(detailKeys).count == detailKeys.count)
    for command in KeyCommand.allCases {
      let names = command.keys.map(KeyName.text).joined(separator: " ")
      #expect(!(command.keys + command.detailKeys).isEmpty && names == command.keyNames)
    }
  }

  @Test func `documents each command with its keys and effect`() throws {
    let rows = KeyCommand.allCases.map { command in
      let names = [command.keys, command.detailKeys, command.emptyQueryKeys].map {
        $0.map(KeyName.text).joined(separator: ", ")
      }
      return "| `\(command.name)` | \(names.joined(separator: " | ")) | \(command.title) |"
    }

    try Snapshot.expectLines(
      [
        "| command | keys | more in the details | in an empty query | what it does |",
        "|---|---|---|---|---|",
      ] + rows,
      prefix: "|",
      in: "docs/interactive.md"
    )
  }

  @Test func `a key's name reads back as the key`() {
    for key in KeyCommand.allCases.flatMap(\.keys) {
      #expect(KeyName.key(KeyName.text(key)) == key, "\(KeyName.text(key))")
    }
  }

  @Test(
    arguments: [
      ("ctrl-s", Key.control("s")), ("Ctrl-S", .control("s")), ("^s", .control("s")),
      ("alt-c", .alt("c")), ("M-<", .alt("<")), ("shift-tab", Key(.tab, .shift)),
      ("F12", Key(.function(12))), ("pgdn", Key(.pageDown)), ("alt-shift-x", .alt("X")),
      ("ctrl-left", Key(.left, .control)), ("ctrl-space", .control(" ")), ("M-ü", .alt("ü")),
      ("Alt-S", .alt("s")),
      ("ctrl-h", Key(.backspace)), ("^I", Key(.tab)), ("ctrl-m", Key(.enter)),
      ("ctrl-[", Key(.escape)), ("ctrl-/", .control("_")),
      ("ctrl-shift-a", Key(.character("a"), [.control, .shift])), ("ctrl-shift-1", .control("1")),
    ]
  )
  func `reads common spellings of keys`(name: String, key: Key) {
    #expect(KeyName.key(name) == key)
  }

  @Test(arguments: ["", "ctrl-", "f0", "f25", "ctrl-xx", "no-such", "  ", "🇩🇪"])
  func `rejects invalid key names`(name: String) {
    #expect(KeyName.key(name) == nil)
  }

  @Test func `a file changes only the keys it names`() throws {
    let keymap = try KeymapFile.read(
      """
      # my keys
      toggle-star = "ctrl-t"   # instead of ctrl-s

      page-down = ["PgDn", 'ctrl-v']
      copy-url = []
      copy-clone = [ "alt-," , 'alt-#',]#"
      """
    )

    #expect(keymap.keys(for: .copyClone) == [.alt(","), .alt("#")])

    #expect(keymap.command(for: .control("t")) == .toggleStar)
    #expect(keymap.command(for: .control("s")) == nil)
    #expect(keymap.keys(for: .pageDown) == [Key(.pageDown), .control("v")])
    #expect(keymap.keys(for: .copyURL).isEmpty)
    #expect(keymap.command(for: .alt("c")) == nil)
    #expect(keymap.command(for: .control("f")) == .toggleFavorite)
  }

  @Test func `an action may have a key that a command has lost, and none at all`() throws {
    let keymap = try KeymapFile.read(
      """
      toggle-star = "f9"
      [actions.mine]
      run = "mine"
      key = "ctrl-s"
      [actions.other-1]
      run = 'other {name}'
      """
    )

    #expect(keymap.actions.map(\.name) == ["mine", "other-1"])
    #expect(keymap.actions.map(\.keys) == [[.control("s")], []])
  }

  @Test func `a reassigned key is removed from its previous command`() throws {
    let keymap = try KeymapFile.read("open-page = \"ctrl-s\"\r\n")

    #expect(keymap.command(for: .control("s")) == .openPage)
    #expect(keymap.keys(for: .toggleStar).isEmpty)
  }

  @Test(
    arguments: [
      ("\n\nfly = \"x\"", 3, "unknown command “fly”"),
      ("toggle-star \"x\"", 1, "expected: name = \"key\""),
      ("toggle-star = ctrl-s", 1, "expected a key in quotes"),
      ("toggle-star = \"ctrl-s", 1, "expected a key in quotes"),
      ("# ok\ntoggle-star = \"hyper-s\"", 2, "unknown key “hyper-s”"),
      ("toggle-star = \"s\"", 1, "“s” is a character; add ctrl- or alt-"),
      ("toggle-star = \"ctrl-t\" x", 1, "expected a key in quotes"),
      ("toggle-star = # no key", 1, "expected a key in quotes"),
      ("toggle-star = \"ctrl-t\" [ctrl-g]", 1, "expected a key in quotes"),
      ("copy-url = [", 1, "expected a key in quotes"),
      ("copy-url = [\"ctrl-t\"\nundo = \"f9\"", 1, "expected a key in quotes"),
      ("copy-url = \"ctrl-t\" \"ctrl-x\"", 1, "expected a key in quotes"),
      ("toggle-star = \"^T\"\ncopy-url = \"ctrl-t\"", 2, "Ctrl-T is already bound on line 1"),
      ("copy-url = []\ncopy-url = []", 2, "copy-url is already set on line 1"),
      ("quit = \"ctrl-q\"", 1, "quit must include ctrl-c"),
      ("open-page = \"ctrl-c\"", 1, "ctrl-c always quits"),
      ("[keys]", 1, "expected: [actions.NAME]"), ("[actions.a b]", 1, "expected: [actions.NAME]"),
      ("\n[actions.a] # b\nkey = 'f9'\n[actions.b]", 2, "actions.a has no run"),
      ("[actions.a]\nrun = 'x'\n[actions.a]", 3, "actions.a is already set on line 1"),
      ("[actions.a]\nrun = 'x'\nrun = 'y'", 3, "actions.a.run is already set on line 2"),
      ("[actions.a]\nrun = ' '", 2, "expected a program in quotes"),
      ("[actions.a]\nrun = x", 2, "expected a program in quotes"),
      ("[actions.a]\nopen-page = 'f9'", 2, "unknown setting “open-page”; use key and run"),
      ("[actions.a]\nkey = 'ctrl-s'", 2, "Ctrl-S is the key of toggle-star"),
      ("undo = 'f9'\n[actions.a]\nkey = 'f9'", 3, "F9 is the key of undo"),
      ("[actions.a]\nkey='f9'\nrun='x'\n[actions.b]\nkey='f9'", 5, "F9 is already bound on line 2"),
      ("[actions.a]\nkey = 'ctrl-c'", 2, "Ctrl-C is the key of quit"),
      ("[actions.a]\nkey = 't'", 2, "“t” is a character; add ctrl- or alt-"),
      (
        "[actions.a]\nrun = 'x {nam}'", 2,
        "unknown placeholder “{nam}”; use {full_name}, {owner}, {name}, {url}, {clone_url}"
      ),
      ("toggle-star = \"\u{1B}[2J\"", 1, "unknown key “\\u{1b}[2J”"),
    ]
  )
  func `reports a mistake with its line`(text: String, line: Int, reason: String) {
    let mistake = #expect(throws: KeymapFile.Mistake.self) { try KeymapFile.read(text) }

    #expect(mistake?.line == line)
    #expect(mistake?.reason == reason)
  }

  @Test(arguments: ["ctrl-left", "ctrl-right", "ctrl-d"])
  func `a key from the file also works in an empty query`(name: String) throws {
    let bound = try KeymapFile.read("toggle-preview = \"\(name)\"")
    var harness = ScreenHarness(80, 24, options: ScreenOptions(keymap: bound))
    try harness.press(name)
    #expect(harness.screen.isPreviewHidden)
    #expect(harness.search.source == .search && harness.effects.isEmpty)

    let unbound = try KeymapFile.read(
      ["word-left", "word-right", "delete-forward"].map { "\($0) = []" }.joined(separator: "\n")
    )
    harness = ScreenHarness(80, 24, options: ScreenOptions(keymap: unbound))
    try harness.press(name)
    #expect(harness.search.source == .search && harness.effects.isEmpty)
  }

  @Test func `the palette shows the current keymap`() throws {
    let keymap = try KeymapFile.read("toggle-star = \"ctrl-t\"\ncopy-url = []")
    var harness = ScreenHarness(120, 40, options: ScreenOptions(keymap: keymap))
    try harness.press("F1")

    let rows = harness.lines.filter { $0.contains("star or unstar") || $0.contains("copy the URL") }
    #expect(rows.count == 2 && rows[0].contains("Ctrl-T"))
    #expect(!rows[1].contains("Alt-C"))
  }
}
