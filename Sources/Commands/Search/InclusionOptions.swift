import ArgumentParser
import GitHubModel

/// The flags for what a repository must be.
struct InclusionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Written in it, as in c++. Of several: any.", valueName: "name"),
    completion: .languages
  )
  var language: [String] = []

  @Option(help: ArgumentHelp("Has this topic. Of several: all.", valueName: "name"))
  var topic: [String] = []

  @Option(help: ArgumentHelp("Has that many topics.", valueName: "range"))
  var numberTopics: [String] = []

  @Option(help: ArgumentHelp("As in mit or apache-2.0. Of several: any.", valueName: "key"))
  var license: [String] = []

  @Option(
    help: ArgumentHelp("A user's, or an organization's. Of several: any.", valueName: "login")
  )
  var owner: [String] = []

  @Option(help: ArgumentHelp("This repository. Of several: any.", valueName: "owner/name"))
  var repo: [String] = []

  @Option(
    help: ArgumentHelp(
      "Look for the words there: name, description, topics or readme. Of several: in all.",
      valueName: "field"
    ),
    completion: .list(QualifierFlag.fields)
  )
  var match: [String] = []

  @Option(help: ArgumentHelp("Has that many stars.", valueName: "range"))
  var stars: [String] = []

  @Option(help: ArgumentHelp("Has that many forks.", valueName: "range"))
  var forks: [String] = []

  @Option(help: ArgumentHelp("Is of that size in kilobytes.", valueName: "range"))
  var size: [String] = []

  @Option(help: ArgumentHelp("Its owner has that many followers.", valueName: "range"))
  var followers: [String] = []

  @Option(help: ArgumentHelp("Made then.", valueName: "dates"))
  var created: [String] = []

  @Option(help: ArgumentHelp("Last pushed to then.", valueName: "dates"))
  var pushed: [String] = []

  @Option(help: ArgumentHelp("The same as --pushed, by gh's name for it.", valueName: "dates"))
  var updated: [String] = []

  @Option(
    help: ArgumentHelp("Has that many issues labelled 'good first issue'.", valueName: "range")
  )
  var goodFirstIssues: [String] = []

  @Option(help: ArgumentHelp("Has that many issues labelled 'help wanted'.", valueName: "range"))
  var helpWantedIssues: [String] = []

  @Option(
    help: ArgumentHelp("Is archived, or is not. Alone: true.", valueName: "true|false"),
    completion: .list(QualifierFlag.answers)
  )
  var archived: [String] = []

  @Option(
    help: ArgumentHelp("Is a template, or is not. Alone: true.", valueName: "true|false"),
    completion: .list(QualifierFlag.answers)
  )
  var isTemplate: [String] = []

  @Option(
    help: ArgumentHelp("Is a mirror, or is not. Alone: true.", valueName: "true|false"),
    completion: .list(QualifierFlag.answers)
  )
  var mirror: [String] = []

  @Option(
    help: ArgumentHelp("Forks too, or nothing else. Without: none.", valueName: "true|false|only"),
    completion: .list(QualifierFlag.forks)
  )
  var includeForks: [String] = []

  @Option(
    help: ArgumentHelp("Who can see it: public, private or internal.", valueName: "visibility"),
    completion: .list(QualifierFlag.visibilities)
  )
  var visibility: [String] = []

  /// Each flag, and where its values are, in the order of the help text.
  static let flags: [(flag: QualifierFlag, values: @Sendable (Self) -> [String])] = [
    (QualifierFlag(.language), { $0.language }),
    (QualifierFlag(.topic), { $0.topic }),
    (QualifierFlag(.topicCount), { $0.numberTopics }),
    (QualifierFlag(.license), { $0.license }),
    (QualifierFlag(.user), { $0.owner }),
    (QualifierFlag(.repo), { $0.repo }),
    (QualifierFlag(.in), { $0.match }),
    (QualifierFlag(.stars), { $0.stars }),
    (QualifierFlag(.forks), { $0.forks }),
    (QualifierFlag(.size), { $0.size }),
    (QualifierFlag(.followers), { $0.followers }),
    (QualifierFlag(.created), { $0.created }),
    (QualifierFlag(.pushed), { $0.pushed }),
    (QualifierFlag(.pushed, flag: "--updated"), { $0.updated }),
    (QualifierFlag(.goodFirstIssues), { $0.goodFirstIssues }),
    (QualifierFlag(.helpWantedIssues), { $0.helpWantedIssues }),
    (QualifierFlag(.archived), { $0.archived }),
    (QualifierFlag(.template), { $0.isTemplate }),
    (QualifierFlag(.mirror), { $0.mirror }),
    (QualifierFlag(.fork), { $0.includeForks }),
    (QualifierFlag(.is), { $0.visibility }),
  ]

  /// The flags that were given.
  var given: [GivenQualifier] {
    Self.flags.compactMap { GivenQualifier($0.flag, $0.values(self)) }
  }
}
