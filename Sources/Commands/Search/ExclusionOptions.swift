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

  /// Each flag with the values that it was given.
  var values: [(QualifierFlag, [String])] {
    [
      (.not(.language), notLanguage), (.not(.topic), notTopic),
      (.not(.topicCount), notNumberTopics), (.not(.license), notLicense), (.not(.user), notOwner),
      (.not(.repo), notRepo), (.not(.stars), notStars), (.not(.forks), notForks),
      (.not(.size), notSize), (.not(.followers), notFollowers), (.not(.created), notCreated),
      (.not(.pushed), notPushed), (.not(.pushed, flag: "--not-updated"), notUpdated),
      (.not(.goodFirstIssues), notGoodFirstIssues), (.not(.helpWantedIssues), notHelpWantedIssues),
      (.not(.is), notVisibility),
    ]
  }
}
