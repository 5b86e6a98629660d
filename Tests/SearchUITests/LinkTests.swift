import GitHubModel
import SearchModel
import SearchUITesting
import Terminal
import Testing

@testable import SearchUI

/// Links in a README: Tab cycles through them, and Enter follows one.
@Suite struct LinkTests {
  private static let readme =
    """
    # Awesome Swift

    - [Web](#web)
    - [Site](https://www.swift.org/)

    """ + (1...40).map { "Line \($0).\n" }.joined(separator: "\n") + """


      ## Web

      - [Vapor](https://github.com/vapor/vapor#readme), a framework.
      - [curl](https://github.com/curl/curl/) and [its issues](https://github.com/curl/curl/issues).
      - [Sponsor](https://github.com/sponsors/someone), [gist](https://gist.github.com/a/b).
      """

  private static let sizes = [(80, 24), (120, 40), (40, 12), (19, 3)]

  private func details(_ columns: Int = 80, _ rows: Int = 24, readme: String = readme) throws
    -> ScreenHarness
  {
    var harness = ScreenHarness(columns, rows)
    try harness.load("swift http", Catalog.repositories(8).filter { $0.id != 2 })
    try harness.press("↓", "Enter")
    try harness.loadDetail(readme: readme)
    return harness
  }

  private func link(_ harness: ScreenHarness) -> String? { harness.screen.pane.shownLink?.url }

  /// Follows the selected link, and responds with the facts of a repository in the catalog.
  private func visit(_ harness: inout ScreenHarness, _ name: String) throws {
    try harness.press("Enter")
    let facts = try #require(Catalog.repositories(20).first { $0.name.fullName == name })
    harness.receive(.visited(facts.name, .success(facts)))
    harness.receive(
      .readmeRead(
        facts.id,
        .success(
          ReadmeSource("# Of \(name)\n\n[back](https://github.com/curl/curl)", at: "README.md")
        )
      )
    )
  }

  @Test(arguments: sizes)
  func `Tab cycles through the links and shows where each leads`(
    columns: Int,
    rows: Int
  ) throws {
    var harness = try details(columns, rows)
    var links: [String] = []
    for _ in 0..<8 {
      try harness.press("Tab")
      links.append(try #require(link(harness)))
      let isShown = harness.frame.grid.cells.contains {
        $0.link?.url == links.last && $0.style.attributes.contains(.reverse)
      }
      #expect(isShown)
      if columns == 80 { #expect(harness.text.contains("Enter ")) }
    }
    #expect(
      links.map { $0.replacing("https://", with: "") } == [
        "github.com/Alamofire/Alamofire#web", "www.swift.org/", "github.com/vapor/vapor#readme",
        "github.com/curl/curl/", "github.com/curl/curl/issues", "github.com/sponsors/someone",
        "gist.github.com/a/b", "github.com/Alamofire/Alamofire#web",
      ]
    )
    try harness.press("Shift-Tab")
    #expect(link(harness)?.hasPrefix("https://gist") == true)
    #expect(harness.search.marked.isEmpty && harness.search.selectedRow?.id == 3)
  }

  @Test func `Tab skips a link that was scrolled out of view`() throws {
    var harness = try details()
    try harness.press("Tab", "G")
    #expect(link(harness) == nil)
    try harness.press("Tab")
    #expect(link(harness) == "https://github.com/vapor/vapor#readme")
    try harness.press("g", "/")
    harness.type("issues")
    try harness.press("Enter", "Tab")
    #expect(link(harness)?.contains("/curl/curl") == true)
  }

  @Test(arguments: sizes)
  func `a link to a repository opens its details, and q returns to the same place in the README`(
    columns: Int,
    rows: Int
  ) throws {
    var harness = try details(columns, rows)
    try harness.press("Tab", "Tab", "Tab")
    let (top, selected) = (harness.screen.pane.top, link(harness))
    try visit(&harness, "vapor/vapor")
    #expect(harness.screen.pane.repository?.name.fullName == "vapor/vapor")
    #expect(harness.screen.pane.top == 0 && link(harness) == nil)
    try harness.press("^S")
    #expect(harness.search.stars.pending.map(\.repository.name.fullName) == ["vapor/vapor"])

    // Visits another repository from there, and goes back twice.
    try harness.press("Tab")
    try visit(&harness, "curl/curl")
    #expect(harness.screen.pane.repository?.name.fullName == "curl/curl")
    try harness.press("q")
    #expect(harness.screen.pane.repository?.name.fullName == "vapor/vapor")
    try harness.press("q")
    #expect(harness.screen.focus == .detail && harness.search.selectedRow?.id == 3)
    #expect(harness.screen.pane.top == top && link(harness) == selected)
    try harness.press("q")
    #expect(harness.screen.focus == .list && harness.search.selectedRow?.id == 3)
    #expect(harness.search.rows.count == 7)
  }

  @Test func `a visited repository has a dim row below the one that led to it`() throws {
    var harness = try details(120, 40)
    try harness.press("Tab", "Tab", "Tab")
    try visit(&harness, "vapor/vapor")
    #expect(harness.search.rows.map(\.id) == [1, 3, 2, 4, 5, 6, 7, 8])
    #expect(harness.search.rows[2].isCached)
    var next = harness
    try next.press("J")
    #expect(next.search.selectedRow?.id == 4 && next.search.rows.count == 7)
    try next.press("q")
    #expect(next.screen.focus == .list)
    try harness.press("K")
    #expect(harness.search.selectedRow?.id == 3 && harness.search.rows.count == 7)
  }

  @Test func `a visited repository stays regardless of responses`() throws {
    var harness = try details()
    harness.receiveStars(
      Dictionary(uniqueKeysWithValues: [1, 3, 4, 5, 6, 7, 8].map { ($0, false) })
    )
    try harness.press("Tab", "Tab", "Tab")
    try visit(&harness, "vapor/vapor")
    try harness.press("F5")
    #expect(harness.screen.pane.repository?.name.fullName == "vapor/vapor")
    harness.receive(.starsRead([2], .success([2: true])))
    #expect(harness.text.contains("starred"))
  }

  @Test func `other links open in the browser, and anchors jump to their heading`() throws {
    for (tabs, url) in [
      (2, "https://www.swift.org/"), (5, "https://github.com/curl/curl/issues"),
      (6, "https://github.com/sponsors/someone"), (7, "https://gist.github.com/a/b"),
    ] {
      var harness = try details()
      for _ in 0..<tabs { try harness.press("Tab") }
      try harness.press("Enter")
      #expect(harness.effects == [.open([url])])
    }
    var harness = try details()
    try harness.press("Tab", "Enter")
    #expect(harness.effects.isEmpty && harness.screen.pane.top > 20)
    #expect(harness.text.contains("Web"))
  }

  @Test func `a click on a link follows it, and one beside it does nothing`() throws {
    var harness = try details()
    let row = try #require(harness.lines.firstIndex { $0.hasPrefix("• Site") })
    for column in [0, 1, 6, 40] { harness.mouse(.press, column: column, row: row) }
    #expect(harness.effects.isEmpty)
    harness.mouse(.press, column: 2, row: row)
    #expect(harness.effects == [.open(["https://www.swift.org/"])])
  }

  @Test func `reports a repository that cannot be opened, and keeps the README`() throws {
    var harness = try details()
    try harness.press("Tab", "Tab", "Tab", "Enter")
    #expect(harness.text.contains("Opening vapor/vapor…"))
    let name = try #require(RepositoryName("vapor/vapor"))
    harness.receive(.visited(name, .failure(SearchFailure(.notFound, "not found"))))
    #expect(harness.text.contains("view vapor/vapor: not found"))
    #expect(harness.screen.pane.repository?.id == 3 && harness.screen.focus == .detail)
  }

  @Test(arguments: [["q"], ["J"], ["F3"]])
  func `does not show a repository that arrives after the README was closed`(keys: [String]) throws
  {
    var harness = try details()
    try harness.press("Tab", "Tab", "Tab", "Enter")
    for key in keys { try harness.press(key) }
    let selection = harness.search.selectedRow?.id
    let facts = Catalog.repositories(2)[1]
    harness.receive(.visited(facts.name, .success(facts)))
    #expect(harness.search.selectedRow?.id == selection && harness.search.visits.isEmpty)
    #expect(!harness.text.contains("Opening vapor"))
  }

  @Test func `Enter goes back if no link is selected`() throws {
    var harness = try details(readme: "No links.")
    try harness.press("Tab")
    #expect(harness.text.contains("No links here"))
    try harness.press("Enter")
    #expect(harness.screen.focus == .list)
  }
}
