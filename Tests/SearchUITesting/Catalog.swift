package import Foundation
package import GitHubModel
package import SearchModel

/// The current time in all tests.
package let epoch = Date(timeIntervalSince1970: 1_800_000_000)

/// Realistic repositories.
package enum Catalog {
  package static let swift: [Repository] = rows.enumerated().compactMap { index, row in
    repository(Int64(index + 1), row.name, row)
  }

  /// Returns `count` repositories, the real ones first.
  package static func repositories(_ count: Int) -> [Repository] {
    let more = (swift.count..<max(count, swift.count)).compactMap { index in
      repository(Int64(index + 1), "example/project-\(index + 1)", rows[index % rows.count])
    }
    return Array((swift + more).prefix(count))
  }

  /// Returns the first few, whose owners have avatars.
  package static func pictured(_ count: Int) -> [Repository] {
    repositories(count).map { repository in
      var pictured = repository
      pictured.owner.id = 100 + repository.id
      pictured.owner.avatarURL = "https://avatars.githubusercontent.com/u/\(100 + repository.id)"
      return pictured
    }
  }

  /// Returns the first few as stars.
  package static func stars(_ count: Int) -> [Repository] {
    repositories(count).map { repository in
      var star = repository
      star.isStarred = true
      return star
    }
  }

  /// Three star lists, the first with the first four repositories.
  package static let lists: [StarListMembers] = [
    list(1, "Networking", "Clients and servers", [1, 2, 3, 4]), list(2, "Read later", nil, [1]),
    list(
      3,
      "日本語 and a name of 32 letters",
      "A description that is longer than most screens are wide, so that its end is not shown on "
        + "any but the widest of them",
      []
    ),
  ]

  private static func list(
    _ number: Int,
    _ name: String,
    _ description: String?,
    _ members: Set<Repository.ID>
  ) -> StarListMembers {
    var list = StarList(
      id: "UL_\(number)",
      name: name,
      slug: "list-\(number)",
      isPrivate: number == 2,
      repositoryCount: members.count
    )
    list.description = description
    return StarListMembers(list, members)
  }

  /// A different response, without any of the same repositories.
  package static func others(_ count: Int) -> [Repository] {
    (0..<count).compactMap { index in
      let row = rows[(index * 7 + 3) % rows.count]
      return repository(
        Int64(1_000 + index),
        "team-\(index % 5)/\(row.name.split(separator: "/")[1])-\(index)",
        row
      )
    }
  }

  struct Row {
    let name: String
    let stars: Int
    let language: String?
    let days: Double
    let description: String?
  }

  static func repository(_ id: Int64, _ name: String, _ row: Row) -> Repository? {
    guard let name = RepositoryName(name) else { return nil }
    var repository = Repository(
      id: id,
      name: name,
      owner: Owner(login: name.owner),
      url: "https://github.com/\(name)"
    )
    repository.description = row.description
    repository.language = row.language
    repository.counts.stars = row.stars
    repository.counts.forks = row.stars / 9
    repository.counts.openIssues = row.stars / 40
    repository.dates.created = epoch - 86_400 * (row.days + 2_000)
    repository.dates.pushed = epoch - 86_400 * row.days
    // Differs from the push date, so that a screen that confuses the dates shows it.
    repository.dates.updated = epoch - 86_400
    return repository
  }

  /// Adds the facts that only the response for a single repository has.
  package static func facts(of repository: Repository) -> Repository {
    var facts = repository
    facts.owner.kind = "Organization"
    facts.counts.subscribers = 412
    facts.topics = ["swift", "networking", "event-driven", "non-blocking", "server"]
    facts.license = License(key: "apache-2.0")
    facts.license?.name = "Apache License 2.0"
    facts.defaultBranch = "main"
    facts.homepage = "https://www.swift.org/"
    facts.visibility = "public"
    return facts
  }

  /// A README with every kind of element.
  package static let longReadme = #"""
    <p align="center"><img src="logo.png" alt="Logo"></p>
    <h1 align="center">One</h1>

    [![CI status](https://a.b/c.svg)](https://a.b) :rocket: written by <me@example.com>[^1].

    > [!WARNING]
    > Not for **production** yet: see
    > https://example.com/a/very/long/address/that/does/not/fit/a/line/of/eighty/columns/at/all.

    ## Use

    ```swift
    /* Opens it,
       once. */
    @main struct App { let name = "one", port = 8_080 } // a trailing comment that is too long to fit
    ```

    ```sh
    curl -fsSL "https://example.com/install.sh" | sh # or by hand
    ```

    ### Options

    <table>
      <tr><th>Option</th><th>Meaning</th></tr>
      <tr><td><code>--fast</code></td><td>quickly<sup>2</sup></td></tr>
    </table>

    | Flag | What it does |
    |------|--------------|
    | `--a-rather-long-flag` | Everything that there is to do, in the order in which it is written |

    - [x] done
    - [ ] to do

    #### Notes

    Press <kbd>Esc</kbd>.[^why]

    [^1]: And by others.
    [^why]: Because it closes *everything*.
    """#

  package static let readme = """
    # SwiftNIO

    SwiftNIO is a cross-platform asynchronous event-driven network application framework for \
    rapid development of maintainable high performance protocol servers & clients.

    It's like [Netty](https://netty.io), but written for Swift.

    ## Repository organization

    - `NIOCore`: the core abstractions
    - `NIOEmbedded`: channels and loops for tests, which run on a clock that the test moves by \
    hand, so that nothing sleeps
    * `NIOPosix`: the implementation on POSIX

    ```swift
    let group = MultiThreadedEventLoopGroup(numberOfThreads: System.coreCount)
    ```

    日本語のドキュメントもあります。👨‍👩‍👧
    """

  private static let rows: [Row] = [
    Row(
      name: "apple/swift-nio",
      stars: 8_123,
      language: "Swift",
      days: 2,
      description:
        "Event-driven network application framework for high performance protocol servers & clients, non-blocking."
    ),
    Row(
      name: "vapor/vapor",
      stars: 24_980,
      language: "Swift",
      days: 0.4,
      description: "💧 A server-side Swift HTTP web framework."
    ),
    Row(
      name: "Alamofire/Alamofire",
      stars: 41_702,
      language: "Swift",
      days: 11,
      description: "Elegant HTTP Networking in Swift"
    ),
    Row(
      name: "swift-server/async-http-client",
      stars: 998,
      language: "Swift",
      days: 6,
      description: "HTTP client library built on SwiftNIO"
    ),
    Row(
      name: "hummingbird-project/hummingbird",
      stars: 1_420,
      language: "Swift",
      days: 1,
      description: "Lightweight, flexible HTTP server framework written in Swift"
    ),
    Row(
      name: "swhitty/FlyingFox",
      stars: 561,
      language: "Swift",
      days: 40,
      description: "Lightweight, HTTP server written in Swift using async/await."
    ),
    Row(
      name: "Moya/Moya",
      stars: 15_210,
      language: "Swift",
      days: 200,
      description: "Network abstraction layer written in Swift."
    ),
    Row(
      name: "kean/Get",
      stars: 989,
      language: "Swift",
      days: 320,
      description: "Web API client built using async/await"
    ),
    Row(
      name: "curl/curl",
      stars: 37_655,
      language: "C",
      days: 0.02,
      description: "A command line tool and library for transferring data with URL syntax"
    ),
    Row(
      name: "BurntSushi/ripgrep",
      stars: 51_300,
      language: "Rust",
      days: 17,
      description:
        "ripgrep recursively searches directories for a regex pattern while respecting your gitignore"
    ),
    Row(
      name: "junegunn/fzf",
      stars: 70_812,
      language: "Go",
      days: 4,
      description: "🌸 A command-line fuzzy finder"
    ),
    Row(
      name: "torvalds/linux",
      stars: 1_200_345,
      language: "C",
      days: 0.001,
      description: "Linux kernel source tree"
    ),
    Row(name: "someone/notes", stars: 0, language: nil, days: 900, description: nil),
    Row(
      name: "microsoft/TypeScript",
      stars: 104_000,
      language: "TypeScript",
      days: 3,
      description:
        "TypeScript is a superset of JavaScript that compiles to clean JavaScript output."
    ),
    Row(
      name: "jupyter/notebook",
      stars: 12_111,
      language: "Jupyter Notebook",
      days: 60,
      description: "Jupyter Interactive Notebook"
    ),
    Row(
      name:
        "an-owner-with-a-very-long-name-indeed/a-repository-whose-name-is-even-longer-than-that",
      stars: 12,
      language: "Emacs Lisp",
      days: 4_000,
      description: "Long names are cut with an ellipsis and never push a column away"
    ),
  ]
}

/// Text that tries to control the terminal, to be invisible, or to be too wide.
package enum Hostile {
  package static let descriptions = [
    "\u{1B}[2J\u{1B}]0;owned\u{07}clears the screen",
    "right\u{202E}tfel ot",
    "zero\u{200B}width\u{FEFF} and \u{E0041}tags",
    "z\u{0300}\u{0301}\u{0302}\u{0303}\u{0304}\u{0305}\u{0306}\u{0307}algo",
    "日本語の説明文がとても長いので切られるはずです。幅の広い文字は半分にはなりません。",
    "👨‍👩‍👧 family 👍🏽 thumb 🇩🇪 flag é e\u{0301}",
    "over\rwritten\nlines\tand tabs",
    "\u{9B}31mC1 \u{90}DCS\u{9C} \u{85}",
  ]

  package static func repositories() -> [Repository] {
    descriptions.enumerated().compactMap { index, description in
      Catalog.repository(
        Int64(500 + index),
        "hostile/case-\(index)",
        Catalog.Row(
          name: "",
          stars: index * 1_000,
          language: index == 2 ? "Swi\u{200B}ft" : index == 4 ? "日本語プログラミング" : "Swift",
          days: Double(index),
          description: description
        )
      )
    }
  }
}
