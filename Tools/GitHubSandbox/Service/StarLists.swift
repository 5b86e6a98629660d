/// The star lists of every user.
///
/// Reference: https://docs.github.com/graphql/reference/objects#userlist
struct StarLists {
  struct List {
    let number: Int
    var name: String
    var description: String?
    var isPrivate: Bool
    let createdAt: UnixTime
    var updatedAt: UnixTime
    var lastAddedAt: UnixTime?
    /// The repositories' IDs, most recently added first.
    var repositories: [Int] = []

    /// GitHub's global ID.
    var nodeID: String { base64(Array("08:UserList\(number)".utf8)) }

    /// The list's name in its URL.
    var slug: String {
      let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
      return words.joined(separator: "-")
    }
  }

  /// The maximum number of lists per user.
  static let maximumCount = 32
  /// The maximum length of a name, in characters.
  static let maximumNameLength = 32
  /// The maximum length of a description, in characters.
  static let maximumDescriptionLength = 160

  /// The number of reads after a change that still return the lists before it.
  let readLag: Int
  /// Whether every other one of these reads returns the current lists.
  let readsAlternate: Bool

  private var current: [String: [List]] = [:]
  private var before: [String: [List]] = [:]
  private var staleReads = 0
  private var count = 0

  init(readLag: Int, readsAlternate: Bool) {
    (self.readLag, self.readsAlternate) = (readLag, readsAlternate)
  }

  /// A user's current lists, oldest first.
  func lists(of login: String) -> [List] { current[login.lowercased()] ?? [] }

  /// A user's lists as a read returns them, which may predate the last change.
  mutating func read(_ login: String) -> [List] {
    guard staleReads > 0 else { return lists(of: login) }
    staleReads -= 1
    if readsAlternate, !staleReads.isMultiple(of: 2) { return lists(of: login) }
    return before[login.lowercased()] ?? []
  }

  /// Makes reads return the current lists.
  mutating func settle() { staleReads = 0 }

  /// Adds a list and returns it.
  mutating func create(
    _ name: String,
    description: String?,
    isPrivate: Bool,
    by login: String,
    at now: UnixTime
  ) -> List {
    count += 1
    let list = List(
      number: count,
      name: name,
      description: description,
      isPrivate: isPrivate,
      createdAt: now,
      updatedAt: now
    )
    change(login) { $0.append(list) }
    return list
  }

  /// Changes a list; does nothing if the user has no such list.
  mutating func update(
    _ number: Int,
    of login: String,
    at now: UnixTime,
    _ update: (inout List) -> Void
  ) {
    change(login) { lists in
      guard let index = lists.firstIndex(where: { $0.number == number }) else { return }
      update(&lists[index])
      lists[index].updatedAt = now
    }
  }

  mutating func delete(_ number: Int, of login: String) {
    change(login) { $0.removeAll { $0.number == number } }
  }

  /// Replaces all memberships of a repository.
  mutating func replaceLists(
    of repositoryID: Int,
    with numbers: Set<Int>,
    of login: String,
    at now: UnixTime
  ) {
    change(login) { lists in
      for index in lists.indices {
        let isMember = lists[index].repositories.contains(repositoryID)
        guard numbers.contains(lists[index].number) != isMember else { continue }
        lists[index].updatedAt = now
        if isMember {
          lists[index].repositories.removeAll { $0 == repositoryID }
        } else {
          lists[index].repositories.insert(repositoryID, at: 0)
          lists[index].lastAddedAt = now
        }
      }
    }
  }

  private mutating func change(_ login: String, _ body: (inout [List]) -> Void) {
    if staleReads == 0 { before = current }
    staleReads = readLag
    body(&current[login.lowercased(), default: []])
  }
}
