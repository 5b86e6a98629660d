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

  /// Each flag with the values that it was given.
  var values: [(QualifierFlag, [String])] {
    [
      (QualifierFlag(.language), language), (QualifierFlag(.topic), topic),
      (QualifierFlag(.topicCount), numberTopics), (QualifierFlag(.license), license),
      (QualifierFlag(.user), owner), (QualifierFlag(.repo), repo), (QualifierFlag(.in), match),
      (QualifierFlag(.stars), stars), (QualifierFlag(.forks), forks), (QualifierFlag(.size), size),
      (QualifierFlag(.followers), followers), (QualifierFlag(.created), created),
      (QualifierFlag(.pushed), pushed), (QualifierFlag(.pushed, flag: "--updated"), updated),
      (QualifierFlag(.goodFirstIssues), goodFirstIssues),
      (QualifierFlag(.helpWantedIssues), helpWantedIssues), (QualifierFlag(.archived), archived),
      (QualifierFlag(.template), isTemplate), (QualifierFlag(.mirror), mirror),
      (QualifierFlag(.fork), includeForks), (QualifierFlag(.is), visibility),
    ]
  }
}
