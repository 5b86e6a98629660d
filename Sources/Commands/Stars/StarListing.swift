import ArgumentParser
import Core
import Essentials
import GitHubModel
import Output
import RepositoryStore
import Stars
import Terminal

/// The options for the direction of a list and the range shown.
struct RowRange: ParsableArguments {
  @Option(help: "Direction of the sort. (default: asc for name, otherwise desc)")
  var order: SearchQuery.Order?

  @OptionGroup var limit: RowLimit

  @Option(
    help: "Skip this many of the first stars. (default: 0)",
    transform: WholeNumber.reading(0...maxSkip)
  )
  var skip = 0

  /// The maximum value, above anyone's number of stars.
  private static let maxSkip = 1_000_000

  /// The number of rows shown or skipped; nil for all.
  var reach: Int? { limit.limit.map { min($0, .max - skip) + skip } }
}

/// The stars that a command lists, their order, and their number.
struct StarListing {
  let sort: StarOrder
  let range: RowRange
  let filter: StarFilter
  let session: Session
  let context: Context

  init(
    _ sort: StarOrder,
    _ range: RowRange,
    _ filter: StarFilter,
    _ session: Session,
    _ context: Context
  ) {
    (self.sort, self.range, self.filter) = (sort, range, filter)
    (self.session, self.context) = (session, context)
  }

  /// Prints the stars that match the qualifiers; `matches` is the search that found them.
  func print(
    _ found: [Star],
    foundBy matches: StarMatches? = nil,
    of copy: StarCopy,
    as format: OutputFormat,
    counting noun: String = "star",
    ifNone nothing: String = "no stars match"
  ) async throws(OperationFailure) -> ExitStatus {
    let stars = try await filter.selected(found, copy, context)
    let sorted = sort.sorted(stars, range.order)
    let shown = Array(sorted.prefix(range.reach ?? .max).dropFirst(range.skip))
    let count = matches?.total ?? found.count
    var summary = ListSummary(
      shown: shown.count,
      of: found.count == count ? stars.count : count,
      skipped: range.skip
    )
    summary.correction = matches?.correction
    let isPastEnd = range.skip > 0 && !stars.isEmpty
    let nothingShown =
      if found.isEmpty {
        nothing
      } else if isPastEnd {
        "only \(Counted.text(summary.total ?? count, noun)); --skip \(range.skip) is past the end"
      } else {
        "no stars match"
      }
    var rows = shown.rows(from: range.skip + 1)
    if !copy.isOwn {
      let annotated = await session.withCopiedStates(shown.map(\.repository))
      for index in rows.indices { rows[index].repository = annotated[index] }
    }
    if format.showsMatches, let matches {
      let lines = try await copy.matchedLines(matches.query, of: shown)
      for index in rows.indices { rows[index].match = lines[rows[index].repository.id] }
    }
    let (completed, status) = await session.complete(rows, with: format.needsOfCopy)
    try await context.printList(
      completed,
      as: sort == .starred ? format.showingStarDates : format,
      name: \.repository.name,
      summary: summary,
      footer: ListSummary.footer(shown.count, of: count, noun, skipped: range.skip),
      ifEmpty: nothingShown
    )
    return status
  }
}

struct OtherUserOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The public stars of this user, instead of yours.", valueName: "login"),
    transform: login
  )
  var user: String?

  @Flag(help: "With --user: read the stars again, even if they were read within a day.")
  var noCache = false

  @Sendable private static func login(_ text: String) throws -> String {
    guard RepositoryName.isOwner(text) else {
      throw ValidationError("use a login of letters, digits and hyphens")
    }
    return text
  }

  func validate() throws {
    if noCache, user == nil { throw ValidationError("--no-cache needs --user") }
  }

  /// The copy of the user's stars, or the recent stars of the users named by flags.
  func copy(_ session: Session) async throws(OperationFailure) -> StarCopy {
    let copy = StarCopy(session, of: user)
    do throws(OperationFailure) {
      try await copy.refresh(isForced: noCache)
    } catch {
      throw error.kind == .notFound ? error.with(advice: ["check the login"]) : error
    }
    return copy
  }

  /// Refuses list flags for other users' stars, since their lists are unknown.
  func validate(_ filter: StarFilter) throws {
    if filter.namesLists { try refuse(filter.unlisted ? "--unlisted" : "--list") }
  }

  /// Refuses flags for facts known only of the user's own stars.
  func refuse(_ what: String) throws {
    if user != nil { throw ValidationError("--user and \(what) cannot be used together") }
  }
}

extension [Star] {
  func rows(from first: Int = 1) -> [RepositoryRow] {
    enumerated().map { place, star in
      var row = RepositoryRow(star.repository, rank: first + place)
      row.repository.isStarred = row.repository.isStarred ?? true
      row.starredAt = star.knownDate
      return row
    }
  }
}

extension StarOrder: ExpressibleByArgument {}
