import Essentials
import GitHubModel
import Testing

/// A repository's state, derived from its facts.
@Suite struct ActivityTests {
  private static let now = Date(timeIntervalSince1970: 1_790_000_000)
  private static let yearAgo = now.addingTimeInterval(-365 * 86_400)

  private func activity(
    _ description: String? = nil,
    isArchived: Bool = false,
    pushed days: Double? = 1,
    lastCommit commitDays: Double? = nil
  ) throws -> Activity {
    func ago(_ days: Double) -> Date { Self.now.addingTimeInterval(-days * 86_400) }
    let name = try #require(RepositoryName("o/n"))
    var repository = Repository(id: 1, name: name, owner: Owner(login: "o"), url: "https://x")
    repository.description = description
    repository.flags.isArchived = isArchived
    repository.dates.pushed = days.map(ago)
    var facts = Activity.Facts()
    facts.lastCommit = commitDays.map(ago)
    facts.archived = isArchived ? Self.now : nil
    return Activity(of: JudgedRepository(repository, facts), quietBefore: Self.yearAgo)
  }

  @Test func `archived takes precedence over everything else`() throws {
    let activity = try activity("Deprecated", isArchived: true, pushed: 900)

    #expect(activity == Activity(.archived, since: Self.now))
  }

  @Test(arguments: [
    ("DEPRECATED: use x", "deprecated"), ("[Unmaintained] A tool", "unmaintained"),
    ("⚠️ deprecated", "deprecated"), ("**Deprecated** in 2020", "deprecated"),
    ("A tool. No longer maintained.", "no longer maintained"),
    ("This project is unmaintained", "is unmaintained"),
    ("It has been deprecated", "has been deprecated"),
    ("x is deprecated in favor of y", "is deprecated in favor of"),
    ("This repository has moved to y", "this repository has moved"),
  ])
  func `a description can declare a repository deprecated`(_ description: String, _ words: String)
    throws
  {
    #expect(try activity(description) == Activity(.deprecated, says: words))
  }

  @Test(arguments: [
    "Finds unmaintained crates", "Lists deprecated APIs", "Deprecatedness of things",
    "unmaintainedcrates", "Moved fast", "",
  ])
  func `ignores similar words about something else`(_ description: String) throws {
    #expect(try activity(description).state == .active)
  }

  @Test func `a repository is quiet if its newest commit is over a year old, despite pushes`()
    throws
  {
    #expect(try activity(pushed: 1, lastCommit: 366).state == .quiet)
    #expect(try activity(pushed: 900, lastCommit: 364).state == .active)
  }

  @Test func `uses the last push if no commit is known`() throws {
    let quiet = try activity(pushed: 366)

    #expect(quiet.state == .quiet && quiet.since == Self.now.addingTimeInterval(-366 * 86_400))
    #expect(try activity(pushed: nil).state == .unknown)
  }

  @Test func `uses the creation date if there are no commits, despite pushes`() throws {
    let name = try #require(RepositoryName("o/n"))
    var repository = Repository(id: 1, name: name, owner: Owner(login: "o"), url: "https://x")
    repository.dates.pushed = Self.now
    repository.dates.created = Self.yearAgo.addingTimeInterval(-1)
    var facts = Activity.Facts()
    facts.recentCommits = 0

    let activity = Activity(of: JudgedRepository(repository, facts), quietBefore: Self.yearAgo)

    #expect(activity == Activity(.quiet, since: repository.dates.created))
  }
}
