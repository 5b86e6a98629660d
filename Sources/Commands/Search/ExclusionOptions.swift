import ArgumentParser
import GitHubModel

/// The flags for what a repository must not be; each may be given several times.
struct ExclusionOptions: ParsableArguments {
  @Option(help: ArgumentHelp(valueName: "name")) var notLanguage: [String] = []
  @Option(help: ArgumentHelp(valueName: "name")) var notTopic: [String] = []
  @Option(help: ArgumentHelp(valueName: "range")) var notNumberTopics: [String] = []
  @Option(help: ArgumentHelp(valueName: "key")) var notLicense: [String] = []
  @Option(help: ArgumentHelp(valueName: "login")) var notOwner: [String] = []
  @Option(help: ArgumentHelp(valueName: "owner/name")) var notRepo: [String] = []
  @Option(help: ArgumentHelp(valueName: "range")) var notStars: [String] = []
  @Option(help: ArgumentHelp(valueName: "range")) var notForks: [String] = []
  @Option(help: ArgumentHelp(valueName: "range")) var notSize: [String] = []
  @Option(help: ArgumentHelp(valueName: "range")) var notFollowers: [String] = []
  @Option(help: ArgumentHelp(valueName: "dates")) var notCreated: [String] = []
  @Option(help: ArgumentHelp(valueName: "dates")) var notPushed: [String] = []
  @Option(help: ArgumentHelp(valueName: "dates")) var notUpdated: [String] = []
  @Option(help: ArgumentHelp(valueName: "range")) var notGoodFirstIssues: [String] = []
  @Option(help: ArgumentHelp(valueName: "range")) var notHelpWantedIssues: [String] = []

  @Option(
    help: ArgumentHelp(valueName: "visibility"),
    completion: .list(QualifierFlag.visibilities)
  )
  var notVisibility: [String] = []

  /// Each flag, and where its values are, in the order of the help text.
  static let flags: [(flag: QualifierFlag, values: @Sendable (Self) -> [String])] = [
    (.not(.language), { $0.notLanguage }),
    (.not(.topic), { $0.notTopic }),
    (.not(.topicCount), { $0.notNumberTopics }),
    (.not(.license), { $0.notLicense }),
    (.not(.user), { $0.notOwner }),
    (.not(.repo), { $0.notRepo }),
    (.not(.stars), { $0.notStars }),
    (.not(.forks), { $0.notForks }),
    (.not(.size), { $0.notSize }),
    (.not(.followers), { $0.notFollowers }),
    (.not(.created), { $0.notCreated }),
    (.not(.pushed), { $0.notPushed }),
    (.not(.pushed, flag: "--not-updated"), { $0.notUpdated }),
    (.not(.goodFirstIssues), { $0.notGoodFirstIssues }),
    (.not(.helpWantedIssues), { $0.notHelpWantedIssues }),
    (.not(.is), { $0.notVisibility }),
  ]

  /// The flags that were given.
  var given: [GivenQualifier] {
    Self.flags.compactMap { GivenQualifier($0.flag, $0.values(self)) }
  }
}
