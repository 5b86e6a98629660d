import Foundation
import Output
import System
import TestSupport
import TestTraits
import Testing

@Suite(
  .ownThread,
  .enabled(if: ProgramPath.find("git", in: ProcessInfo.processInfo.environment) != nil)
)
struct GitCloneTests {
  private let home = TemporaryFolder()

  /// Makes git read the home directory instead of the web.
  private var variables: [String] {
    [
      "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=url.\(home.path)/.insteadOf",
      "GIT_CONFIG_VALUE_0=https://git.invalid/",
    ]
  }

  private func clone(_ name: String, into folder: String) async -> String? {
    await GitClone.run(
      "https://git.invalid/\(name).git",
      into: "\(home.path)/\(folder)",
      adding: variables
    )
  }

  @Test func `clones into a new directory`() async throws {
    let git = try ChildProcess(
      ["git", "init", "--quiet", "--bare", "\(home.path)/octo/one.git"],
      environment: .inherited(except: [])
    )
    #expect(await git.wait() == 0)

    #expect(await clone("octo/one", into: "one") == nil)

    #expect(FileStatus(of: "\(home.path)/one/.git").isDirectory)
  }

  @Test func `leaves an existing directory alone`() async throws {
    let file = "\(home.path)/one"
    try Data("mine".utf8).write(to: URL(filePath: file))

    #expect(await clone("octo/one", into: "one") == "\(file) already exists")

    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
  }

  @Test func `reports why git failed`() async {
    let failure = await clone("octo/none", into: "none")

    #expect(failure?.contains("octo/none.git' does not appear to be a git repository") == true)
    #expect(!FileStatus(of: "\(home.path)/none").exists)
  }

  @Test func `clones only from web addresses`() async {
    for address in ["ext::sh -c true", "--upload-pack=x", "/etc", "file:///etc"] {
      let failure = await GitClone.run(address, into: "\(home.path)/x")
      #expect(failure == "\(address) is not a web URL")
    }
  }
}
