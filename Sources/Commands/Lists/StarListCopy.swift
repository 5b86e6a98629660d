import GitHubAPI
import GitHubModel
import RepositoryStore
import SearchUI
import Terminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The user's star lists: the copy on this machine, and how it is read from GitHub.
struct StarListCopy: Sendable {
  let session: Session
  /// What the lists are read for, as in `list your star lists`.
  let operation: String

  init(for operation: String, _ session: Session) {
    (self.session, self.operation) = (session, operation)
  }

  /// The copy; if there is none yet, it is made, and a note says so.
  func contents() async throws(CommandFailure) -> [StarListContents] {
    if let stored = try await stored() { return stored }
    let lists = try await update(of: try await account())
    let count = Counted.text(lists.count, "list")
    session.context.note("ghsearch: no local copy of your lists yet; fetched \(count) from GitHub")
    return lists
  }

  /// The copy; nil if there is none.
  func stored() async throws(CommandFailure) -> [StarListContents]? {
    let stars = LocalStars(session)
    return try await perform { (store) throws(StoreError) in
      guard let account = try stars.account(in: store) else { return nil }
      return try store.starLists(of: account)
    }
  }

  /// The names of the lists that each repository is in; nil if there is no copy.
  func names() async throws(CommandFailure) -> [Repository.ID: [String]]? {
    let stars = LocalStars(session)
    return try await perform { (store) throws(StoreError) in
      guard let account = try stars.account(in: store), try store.starListsDate(of: account) != nil
      else { return nil }
      return try store.starListNames(of: account)
    }
  }

  /// The account of the token, which reading from GitHub needs.
  func account() async throws(CommandFailure) -> AccountID {
    _ = try session.token(for: operation)
    return try await StarSync(session).account()
  }

  /// Reads all lists from GitHub into the copy.
  func update(of account: AccountID) async throws(CommandFailure) -> [StarListContents] {
    let lists: [StarListContents]
    do throws(GitHubError) {
      lists = try await read()
    } catch {
      throw CommandFailure(error, in: session.context)
    }
    try await perform { (store) throws(StoreError) in
      try store.replaceStarLists(lists, of: account)
    }
    return lists
  }

  /// Brings the copy up to date if there is one; without the right or the network it stays as it is.
  func refresh() async {
    guard let stored = try? await stored(), !stored.isEmpty, let account = try? await account()
    else { return }
    _ = try? await update(of: account)
  }

  func perform<Value: Sendable>(
    _ body: @Sendable (LibraryStore) throws(StoreError) -> Value
  ) async throws(CommandFailure) -> Value {
    try await session.library.perform(operation, body)
  }
}

// MARK: GitHub

extension StarListCopy {
  /// All lists with their members, as GitHub shows them.
  ///
  /// A list that is gone before its members were read may only be shown by another of GitHub's servers, so
  /// everything is read again then: a list that was left out by mistake would lose a repository at the
  /// next write.
  func read() async throws(GitHubError) -> [StarListContents] {
    for _ in 1..<Self.mostReads {
      do throws(GitHubError) {
        return try await readOnce()
      } catch {
        guard error.code == .notFound else { throw error }
        try await pause()
      }
    }
    return try await readOnce()
  }

  private static let mostReads = 5

  private func readOnce() async throws(GitHubError) -> [StarListContents] {
    var contents: [StarListContents] = []
    for list in try await lists() {
      let members = list.repositoryCount > 0 ? try await members(of: list.id) : []
      contents.append(StarListContents(list: list, members: members))
    }
    return contents
  }

  /// The lists without their members, in GitHub's order.
  ///
  /// - Throws: ``GitHubError`` also if GitHub leaves out one of them.
  func lists() async throws(GitHubError) -> [StarList] {
    var lists: [StarList] = []
    var cursor: String?
    repeat {
      let endpoint = Endpoint<ConnectionPage<StarList>>.starLists(after: cursor)
      let page = try await session.client.send(endpoint).value
      if page.skippedCount > 0 {
        throw GitHubError(
          .badResponse,
          operation: operation,
          message: "GitHub left out \(Counted.text(page.skippedCount, "list"))"
        )
      }
      lists += page.elements
      cursor = page.nextCursor
    } while cursor != nil
    return lists
  }

  /// The repositories in a list that the token gives access to.
  func members(of list: StarList.ID) async throws(GitHubError) -> [StarList.Member] {
    var members: [StarList.Member] = []
    var cursor: String?
    repeat {
      let page = try await session.client.send(.members(ofList: list, after: cursor)).value
      members += page.elements
      cursor = page.nextCursor
    } while cursor != nil
    return members
  }

  /// Whether a repository is in a list; pages after the one that has it are not read.
  func contains(
    _ member: StarList.Member,
    in list: StarList.ID
  ) async throws(GitHubError) -> Bool {
    var cursor: String?
    repeat {
      let page = try await session.client.send(.members(ofList: list, after: cursor)).value
      if page.elements.contains(where: { $0.id == member.id }) { return true }
      cursor = page.nextCursor
    } while cursor != nil
    return false
  }

  /// Waits a second, as between two reads that may lag behind a write.
  func pause() async throws(GitHubError) {
    try await session.context.clock.wait(.seconds(1), for: operation)
  }
}

extension [StarListContents] {
  /// The lists that a repository is in.
  func lists(with repository: Repository.ID) -> Set<StarList.ID> {
    Set(filter { $0.members.contains { $0.id == repository } }.map(\.list.id))
  }
}

// MARK: - Arguments

/// A star list as users name it: its name, its slug, or `N` or `#N` for a row of the last `lists`.
enum StarListArgument {
  /// The list that the text names.
  ///
  /// The case of a name counts only if several lists have that name otherwise.
  ///
  /// - Throws: ``CommandFailure`` with ``ExitStatus/notFound`` for an unknown list.
  static func list(
    _ text: String,
    among lists: [StarListContents],
    for operation: String,
    _ context: Context
  ) throws(CommandFailure) -> StarListContents {
    if let found = lists.first(where: { $0.list.name == text }) { return found }
    let alike = lists.filter { $0.list.name.lowercased() == text.lowercased() }
    if alike.count > 1 {
      let names = alike.map { "\"\($0.list.name)\"" }.joined(separator: ", ")
      throw CommandFailure(
        .usage,
        operation,
        "\"\(text)\" is ambiguous: \(names)",
        advice: "match the name's case exactly"
      )
    }
    if let found = alike.first ?? lists.first(where: { $0.list.slug == text.lowercased() }) {
      return found
    }
    let digits = text.drop { $0 == "#" }
    if let row = Int(digits), let id = RowList(folder, in: context).line(row),
      let found = lists.first(where: { $0.list.id == id })
    {
      return found
    }
    throw unknown(text, among: lists, for: operation)
  }

  /// Makes `N` and `#N` stand for the lists from now on, if they were shown on the terminal.
  static func number(_ lists: [StarListContents], in context: Context) {
    RowList(folder, in: context).replace(withLines: lists.map(\.list.id))
  }

  private static let folder = "list-rows"

  private static func unknown(
    _ text: String,
    among lists: [StarListContents],
    for operation: String
  ) -> CommandFailure {
    let nearest = NearestWord.to(text, among: lists.map(\.list.name))
    return CommandFailure(
      .notFound,
      operation,
      "no list \"\(text.truncated(toWidth: 40))\""
        + (nearest.map { ", did you mean \"\($0)\"?" } ?? ""),
      advice: "run `ghsearch lists` to see your lists"
    )
  }
}

/// The names and descriptions that GitHub accepts for lists.
enum StarListText {
  /// GitHub counts Unicode scalars.
  ///
  /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` for a text that GitHub would refuse.
  static func check(
    name: String,
    description: String? = nil,
    for operation: String
  ) throws(CommandFailure) {
    func refuse(_ why: String) -> CommandFailure { CommandFailure(.usage, operation, why) }
    if name.allSatisfy(\.isWhitespace) { throw refuse("a list needs a name") }
    let (length, most) = (name.unicodeScalars.count, StarList.maximumNameLength)
    if length > most { throw refuse("the name has \(length) characters; the limit is \(most)") }
    let (descriptionLength, mostOfDescription) =
      (description?.unicodeScalars.count ?? 0, StarList.maximumDescriptionLength)
    if descriptionLength > mostOfDescription {
      throw refuse(
        "the description has \(descriptionLength) characters; the limit is \(mostOfDescription)"
      )
    }
  }

  /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` if a list has the name already.
  static func checkIsFree(
    _ name: String,
    among lists: [StarList],
    for operation: String
  ) throws(CommandFailure) {
    guard let taken = lists.first(where: { $0.name.lowercased() == name.lowercased() }) else {
      return
    }
    throw CommandFailure(.usage, operation, "a list named \"\(taken.name)\" already exists")
  }
}

extension Context {
  /// The text on one line, safe for a terminal if one shows it.
  func shown(_ text: String) -> String {
    terminal == nil ? String(TSV.record([text]).dropLast()) : SafeText(text).description
  }
}

// MARK: - Rights

/// What a token may do with star lists, judging by its scopes.
enum StarListPermission {
  /// Throws if the token certainly cannot change lists; nil scopes are not known.
  static func checkWriting(_ scopes: [String]?, for operation: String) throws(CommandFailure) {
    guard let scopes, !OAuthScopes.include(writing, in: scopes) else { return }
    throw CommandFailure(
      .permission,
      operation,
      reason(writing),
      advice: advice(writing)
    )
  }

  /// Whether the token sees all members of lists, private ones too.
  static func seesPrivateMembers(_ scopes: [String]?) -> Bool {
    OAuthScopes.include("repo", in: scopes ?? [])
  }

  /// What to do about a refusal, with the scope that GitHub wants if it names one.
  static func advice(_ permission: MissingPermission?) -> String {
    guard let scope = missingScope(permission) else {
      return "lists need a classic token with the scope \"\(writing)\", or gh's own "
        + "(`gh auth refresh -s \(writing)`)"
    }
    return advice(scope)
  }

  /// The first of the scopes that GitHub would accept; nil if it names none.
  static func missingScope(_ permission: MissingPermission?) -> String? {
    permission?.accepted.flatMap { $0.split(separator: ",").first }.map(String.init)
  }

  /// Why a token without the scope was refused.
  static func reason(_ scope: String) -> String { "the token lacks the scope \"\(scope)\"" }

  /// What to do about a missing scope.
  static func advice(_ scope: String) -> String {
    "run `gh auth refresh -s \(scope)`, or add the scope \"\(scope)\" to the classic token"
  }

  private static let writing = "user"
}
