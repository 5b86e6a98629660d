import Foundation
import GitHubAPI
import GitHubModel
import GitHubSandbox
import OperationTesting
import Output
import ScreenClient
import SearchModel
import SearchUITesting
import TestSupport
import Testing

@testable import Commands

/// The documentation's pictures: the screen with the real client's results from the sandbox.
///
/// `RECORD_SNAPSHOTS=1` rewrites them, and still fails.
@Suite(.timeLimit(.minutes(20))) struct GoldenPictureTests {
  @Test func `records the README's animation`() async throws {
    var scene = try await Scene(96, 26)
    scene.shoot(100)
    scene.type("terminal")
    try await scene.search()
    try await scene.details()
    scene.shoot(150)
    for _ in 0..<4 { try scene.press("↓", for: 22) }
    try scene.press("Enter", for: 30)
    try await scene.details()
    let still = scene.shots.count
    scene.shoot(170, "Enter")
    try scene.press("^S", showing: "Ctrl-S", for: 40)
    try await scene.finishStar()
    scene.shoot(120, "Ctrl-S")
    try scene.press("Space", for: 210)
    try scene.press("F3", for: 20)
    try await scene.rows()
    try await scene.details()
    scene.shoot(160, "F3")
    scene.type("search shell history")
    try await scene.rows()
    try await scene.details()
    scene.shoot(350)

    try Self.expect(ScreenPicture.moving(scene.shots, still: still), "demo")
  }

  @Test func `records the pictures of the other pages`() async throws {
    var scene = try await Scene(80, 24)
    scene.type("web framework")
    try await scene.search()
    try await scene.details()
    try Self.expect(ScreenPicture.still(scene.screen.frame), "search-80x24")
    try scene.press("F1")
    scene.resize(120, 30)
    try Self.expect(ScreenPicture.still(scene.screen.frame), "help")

    scene = try await Scene(120, 30)
    try scene.press("F3")
    try await scene.rows()
    try await scene.details()
    try await scene.lists()
    try scene.press("Tab", "Tab", "^X", "↓", "Space")
    try Self.expect(ScreenPicture.still(scene.screen.frame), "lists")
  }

  private static func expect(_ picture: String, _ name: String) throws {
    let path = "docs/screens/\(name).svg"
    let golden = try Project.golden(Project.file(path), now: picture)
    #expect(golden == picture, "\(path) is not what it was")
  }
}

/// A user at a screen, on the day of the sandbox's repositories.
private struct Scene {
  private(set) var screen: ScreenHarness
  private(set) var shots: [ScreenPicture.Shot] = []
  private let client: LiveSearch
  private let home = TemporaryFolder()
  /// Retained as long as the client may send requests to it.
  private let sandbox: Sandbox

  private static let day = UnixTime(year: 2026, month: 8, day: 22).advanced(by: 9 * 3_600)
  /// The stars, oldest first.
  private static let stars = [
    "jgm/pandoc", "curl/curl", "vapor/vapor", "koalaman/shellcheck", "gohugoio/hugo", "iina/iina",
    "jqlang/jq", "BurntSushi/ripgrep", "rxhanson/Rectangle", "neovim/neovim", "astral-sh/uv",
    "excalidraw/excalidraw", "junegunn/fzf", "syncthing/syncthing",
  ]
  private static let lists = [
    "On the Mac": ["iina/iina", "rxhanson/Rectangle"],
    "Shell": ["junegunn/fzf", "jqlang/jq", "BurntSushi/ripgrep", "koalaman/shellcheck"],
    "To read": ["syncthing/syncthing"],
  ]

  init(_ columns: Int, _ rows: Int) async throws {
    let now = Date(timeIntervalSince1970: Double(Self.day.seconds))
    sandbox = try await Sandbox.start {
      $0.clock = ManualSandboxClock(Self.day)
      $0.stars = ["octocat": Self.stars]
    }
    for (list, members) in Self.lists.sorted(by: { $0.key < $1.key }) {
      sandbox.service.makeList(list)
      for member in members { sandbox.service.setLists([list], of: member) }
    }
    sandbox.service.settleLists()
    var harness = Harness.signedIn(to: sandbox).atHome(home)
    harness.localDate = { now }
    let sync = await harness.run("stars", "sync", "--readmes")
    #expect(sync.status == .success, "\(sync.errors)")
    client = LiveSearch(try harness.world.session(waitLimit: .upTo(.zero)))
    screen = ScreenHarness(columns, rows, now: now)
    screen.receive(.countsRead(await client.counts()))
  }

  // MARK: The user

  mutating func shoot(_ length: Int, _ key: String? = nil) {
    shots.append(ScreenPicture.Shot(frame: screen.frame, key: key, length: length))
  }

  mutating func press(_ keys: String...) throws {
    for key in keys { try screen.press(key) }
  }

  mutating func press(_ key: String, showing name: String? = nil, for length: Int) throws {
    try screen.press(key)
    shoot(length, name ?? key)
  }

  /// Types a text, with a shot for each letter.
  mutating func type(_ text: String) {
    for letter in text {
      screen.type(String(letter))
      shoot(letter == " " ? 16 : 11)
    }
  }

  mutating func resize(_ columns: Int, _ rows: Int) { screen.resize(columns, rows) }

  // MARK: GitHub and the local copy

  mutating func search() async throws {
    let request = try #require(screen.pending).request
    let page = try await client.search(request) { _ in }
    try screen.answer(page.repositories, total: page.totalCount)
    screen.receiveStars(try await client.stars(page.repositories))
  }

  /// The details of the selected repository.
  mutating func details() async throws {
    let repository = try #require(screen.search.selectedRow).repository
    let (id, name) = (repository.id, repository.name)
    screen.receive(.factsRead(id, .success(try await client.facts(name))))
    screen.receive(.readmeRead(id, .success(try await client.readme(name))))
    screen.receive(.activityRead(id, await client.activity(name)))
    screen.receive(.growthRead(id, await client.growth(name)))
  }

  mutating func rows() async throws {
    let request = try #require(screen.rowsRequest)
    screen.receive(.rowsRead(request, .success(try await client.rows(request))))
  }

  mutating func lists() async throws {
    screen.receive(.listsRead(.success(try await client.lists())))
  }

  mutating func finishStar() async throws {
    let write = try #require(screen.search.stars.turn)
    try await client.make(.star(write))
    try screen.acknowledgeStar()
    screen.receive(.countsRead(await client.counts()))
  }
}
