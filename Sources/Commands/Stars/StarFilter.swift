import ArgumentParser
import Core
import GitHubModel
import Output
import RepositoryStore
import Stars

/// The flags that select stars by search qualifiers, evaluated locally, and by star lists.
struct StarFilter: ParsableArguments, QualifierArguments {
  @OptionGroup(title: QualifierTitle.wanted) var wanted: LocalWantedQualifiers
  @OptionGroup(title: QualifierTitle.unwanted) var unwanted: LocalUnwantedQualifiers

  @Option(
    help: ArgumentHelp("Only stars in this list; repeat to match any.", valueName: "list"),
    completion: .starLists
  )
  var list: [String] = []

  @Flag(help: "Only stars that are in no list.")
  var unlisted = false

  var namesLists: Bool { unlisted || !list.isEmpty }

  func validate() throws {
    if unlisted, !list.isEmpty {
      throw ValidationError("--list and --unlisted cannot be used together")
    }
  }

  /// Whether no filter flag was given.
  func isEmpty(in session: Session) throws(OperationFailure) -> Bool {
    if namesLists { return false }
    return try qualifiers(in: session).isEmpty
  }

  /// The stars that match all flags according to the local copy.
  func selected(
    _ stars: [Star],
    _ copy: StarCopy,
    _ context: Context
  ) async throws(OperationFailure) -> [Star] {
    let stars = stars.filter(try accepts(in: copy.session))
    guard namesLists else { return stars }
    let lists = StarListCopy(copy.session)
    let all = try await unlisted ? lists.completeContents() : lists.contents()
    return try inLists(stars, among: all, context)
  }

  /// Whether a star matches all qualifiers.
  func accepts(in session: Session) throws(OperationFailure) -> @Sendable (Star) -> Bool {
    let filter = RepositoryFilter(try qualifiers(in: session))
    return { filter.accepts($0.repository) }
  }

  /// The stars in any of the named lists, or in no list at all.
  func inLists(
    _ stars: [Star],
    among all: [StarListContents],
    _ context: Context
  ) throws(OperationFailure) -> [Star] {
    let named = try lists(among: all, context)
    let members = Set(named.flatMap(\.members).map(\.id))
    return stars.filter { members.contains($0.repository.id) != unlisted }
  }

  /// The lists named by flags; all lists without such a flag.
  func lists(
    among all: [StarListContents],
    _ context: Context
  ) throws(OperationFailure) -> [StarListContents] {
    if list.isEmpty { return all }
    var named: Set<StarList.ID> = []
    for text in list {
      named.insert(try all.named(text, in: context).list.id)
    }
    return all.filter { named.contains($0.list.id) }
  }

  /// Refuses typed qualifiers that cannot be evaluated locally, and invalid values.
  static func check(_ qualifiers: [Qualifier]) throws(OperationFailure) {
    guard let open = RepositoryFilter.unsupported(qualifiers).first else { return }
    if let mistake = QualifierFlag.rangeMistake(open.name.rawValue, open.value) {
      throw OperationFailure(.usage, mistake.what, mistake.why, advice: mistake.advice)
    }
    throw OperationFailure(
      .usage,
      "the local copy cannot be filtered by \(open.text)",
      advice: "remove it, or use it in a search on GitHub"
    )
  }
}
