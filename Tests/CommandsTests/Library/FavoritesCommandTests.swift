import Commands
import GitHubSandbox
import Testing

@Suite struct FavoritesCommandTests {
  private let home: TemporaryHome

  init() throws {
    home = try TemporaryHome()
  }

  @Test func `favorites stay in the order added, without token or network`() async throws {
    let sandbox = try await Sandbox.start()
    let harness = { Harness.anonymous(to: sandbox).atHome(home) }

    let added = await harness().run("favorites", "add", "vapor/vapor", "Alamofire/Alamofire")
    #expect(added.output == "vapor/vapor\tadded\nAlamofire/Alamofire\tadded\n")
    _ = await harness().run("favorites", "add", "iina/iina", "VAPOR/vapor")
    await sandbox.stop()

    let listed = await harness().run("favorites", "list", "--jsonl", "fullName")
    #expect(
      listed.lines == [
        #"{"fullName":"vapor/vapor"}"#, #"{"fullName":"Alamofire/Alamofire"}"#,
        #"{"fullName":"iina/iina"}"#,
      ]
    )
    #expect(await harness().run("favorites").status == .success)
  }

  @Test func `what was seen is added without another request`() async throws {
    let sandbox = try await Sandbox.start()
    let harness = { Harness.anonymous(to: sandbox).atHome(home) }
    _ = await harness().run("repo:vapor/vapor", "--limit", "1")
    sandbox.forgetRequests()

    let added = await harness().run("favorites", "add", "vapor/vapor")

    #expect(added.output == "vapor/vapor\tadded\n")
    #expect(sandbox.requests.isEmpty)
    await sandbox.stop()
  }

  @Test func `removing is by name, and what is no favorite is said`() async throws {
    let sandbox = try await Sandbox.start()
    let harness = { Harness.anonymous(to: sandbox).atHome(home) }
    _ = await harness().run("favorites", "add", "vapor/vapor")

    let removed = await harness().run("favorites", "remove", "Vapor/Vapor", "iina/iina")

    #expect(removed.output == "Vapor/Vapor\tremoved\niina/iina\tno favorite\n")
    #expect(await harness().run("favorites", "list").output.isEmpty)
    await sandbox.stop()
  }

  @Test func `one that does not exist is not added, the others are`() async throws {
    let sandbox = try await Sandbox.start()

    let outcome = await Harness.anonymous(to: sandbox).atHome(home)
      .run("favorites", "add", "no/such-thing", "vapor/vapor")

    #expect(outcome.status == .partial)
    #expect(outcome.output == "vapor/vapor\tadded\n")
    await sandbox.stop()
  }

  @Test func `a rename keeps the favorite`() async throws {
    let sandbox = try await Sandbox.start()
    let harness = { Harness.anonymous(to: sandbox).atHome(home) }
    _ = await harness().run("favorites", "add", "apple/swift")

    #expect(await harness().run("favorites", "list").output.hasPrefix("swiftlang/swift\t"))
    await sandbox.stop()
  }

  @Test func `without a folder to keep them in it says so`() async throws {
    let outcome = await Harness().run("favorites", "list")

    #expect(outcome.status == .localFile)
    #expect(outcome.errors.contains("HOME"))
  }
}
