package import Core
import GitHubAPI
package import GitHubModel
package import RepositoryStore

extension StarListEditor {
  /// Checks the name and description of a list before any request.
  ///
  /// GitHub counts Unicode scalars.
  ///
  /// - Throws: ``OperationFailure`` of kind ``FailureKind/usage`` for a text that GitHub would
  ///   refuse.
  package static func check(name: String?, description: String? = nil) throws(OperationFailure) {
    if name?.allSatisfy(\.isWhitespace) == true {
      throw OperationFailure(.list(.unnamed))
    }
    for (what, text, limit) in [
      ("name", name, StarList.maxNameLength),
      ("description", description, StarList.maxDescriptionLength),
    ] {
      guard let length = text?.unicodeScalars.count, length > limit else { continue }
      throw OperationFailure(.list(.tooLong(field: what, length: length, limit: limit)))
    }
  }

  /// Checks a new or changed list, and returns the current lists.
  ///
  /// - Throws: ``OperationFailure`` of kind ``FailureKind/usage`` if GitHub would refuse it, if
  ///   another list has its name, or if the maximum number of lists is reached.
  @discardableResult
  package func check(_ list: StarList) async throws(OperationFailure) -> [StarList] {
    try Self.check(name: list.name, description: list.description)
    let lists = try await current().map(\.list)
    let key = list.name.lowercased()
    if let taken = lists.first(where: { $0.id != list.id && $0.name.lowercased() == key }) {
      throw OperationFailure(.list(.exists(taken.name)))
    }
    if lists.count >= StarList.maxCount, !lists.contains(where: { $0.id == list.id }) {
      throw OperationFailure(.list(.tooMany(lists.count, isUndo: run == nil)))
    }
    return lists
  }

  /// Creates a list, and returns it once reads show it.
  ///
  /// The request is sent once: without a response, a list with that name that did not exist before
  /// is the new one.
  ///
  /// It is journaled afterward, since its identifier is not known before; a list created by a
  /// killed process is empty and cannot be undone.
  package func create(_ new: StarList) async throws(OperationFailure) -> StarList {
    let known = Set(try await check(new).map(\.id))
    let list = try await OperationFailure.of(in: world) {
      try await attempt(
        .createStarList(name: new.name, description: new.description, isPrivate: new.isPrivate)
      ) { try await find { $0.name == new.name && !known.contains($0.id) } }
    }
    try await session.library.perform { [account] in
      try $0.record(list, of: account)
    }
    await waitUntil { $0.contains { $0.id == list.id } }
    if let run {
      try await session.library.perform { [account] in
        _ = try $0.record(.createdList(list), in: run, of: account)
      }
    }
    return list
  }

  /// Applies the difference between two states of a list; returns false if there is none.
  package func update(_ list: StarList, to changed: StarList)
    async throws(OperationFailure)
    -> Bool
  {
    if changed == list { return false }
    try await check(changed)
    let change = ReversibleChange.updatedList(list, to: changed)
    let updated = try await recording(change, in: run) { () throws(GitHubError) in
      try await attempt(
        .updateStarList(
          list.id,
          name: changed.name == list.name ? nil : changed.name,
          description: changed.description == list.description ? nil : changed.description ?? "",
          isPrivate: changed.isPrivate == list.isPrivate ? nil : changed.isPrivate
        )
      ) { try await find { $0.hasProperties(of: changed) } }
    }
    await session.library.ifPresent { [account] in try $0.record(updated, of: account) }
    await waitUntil { $0.contains { $0.hasProperties(of: changed) } }
    return true
  }

  /// Deletes a list, and waits until reads show it.
  package func delete(_ contents: StarListContents) async throws(OperationFailure) {
    let id = contents.list.id
    try await recording(.deletedList(contents), in: run) { () throws(GitHubError) in
      try await attempt(.deleteStarList(id)) {
        try await find { $0.id == id } == nil ? () : nil
      }
    }
    await session.library.ifPresent { [account] in try $0.removeStarList(id, of: account) }
    await waitUntil { !$0.contains { $0.id == id } }
  }

  /// The list on GitHub that passes a test; fails if GitHub omitted lists, since it may be one of
  /// them.
  private func find(_ isWanted: (StarList) -> Bool) async throws(GitHubError) -> StarList? {
    let lists = try await copy.lists()
    if lists.skippedCount > 0 { throw GitHubError(.badResponse()) }
    return lists.elements.first(where: isWanted)
  }
}

extension StarList {
  /// Creates a list that is not yet on GitHub.
  package init(_ name: String, description: String? = nil, isPrivate: Bool = false) {
    self.init(id: "", name: name, slug: "", isPrivate: isPrivate, repositoryCount: 0)
    self.description = description
  }

  /// Whether another list has the same properties.
  fileprivate func hasProperties(of other: Self) -> Bool {
    id == other.id && name == other.name && isPrivate == other.isPrivate
      && description == other.description
  }
}

// MARK: - Undo

extension StarListEditor {
  /// Undoes a change's difference; returns false if nothing is left of it.
  func undo(_ change: ReversibleChange) async throws(OperationFailure) -> Bool {
    switch change {
    case .createdList(let list):
      let contents = try await current().first { $0.list.id == list.id }
      if let contents { try await delete(contents) }
      return contents != nil
    case .deletedList(let contents): return try await recreate(contents)
    case .updatedList(let before, let after): return try await revert(to: before, from: after)
    case .changedLists(let member, let change):
      return try await restore([(member.name, member.id)], change.reversed)
    default: return false
    }
  }

  /// Reverts everything that the step changed and that is still unchanged.
  private func revert(
    to before: StarList,
    from after: StarList
  ) async throws(OperationFailure) -> Bool {
    guard let now = try await current().first(where: { $0.list.id == after.id })?.list else {
      return false
    }
    var restored = now
    if now.name == after.name { restored.name = before.name }
    if now.description == after.description { restored.description = before.description }
    if now.isPrivate == after.isPrivate { restored.isPrivate = before.isPrivate }
    return try await update(now, to: restored)
  }

  /// Recreates the list with its members, or fills a list that now has its name.
  private func recreate(_ contents: StarListContents) async throws(OperationFailure)
    -> Bool
  {
    let deleted = contents.list
    let lists = try await current().map(\.list)
    let existing =
      lists.first { $0.id == deleted.id }
      ?? lists.first { $0.name.lowercased() == deleted.name.lowercased() }
    let target: StarList
    if let existing { target = existing } else { target = try await create(deleted) }
    if target.id != deleted.id {
      try await session.library.perform { [account] in
        try $0.replaceStarList(deleted.id, with: target.id, of: account)
      }
    }
    // Members are added one by one at the front of a list, so the last one comes first.
    let members = contents.members.reversed().map { ($0.name, Repository.ID?.some($0.id)) }
    let isFilled = try await restore(members, MembershipChange(adding: [target.id]))
    return existing == nil || isFilled
  }

  /// Reverts changes of repositories' lists.
  ///
  /// Skips lists and repositories that no longer exist, and a different repository that now has the
  /// name; warns about repositories.
  func restore(
    _ members: [(name: RepositoryName, id: Repository.ID?)],
    _ change: MembershipChange
  ) async throws(OperationFailure) -> Bool {
    var isChanged = false
    let found = try await repositories(members.map(\.name))
    for (member, lookup) in zip(members, found) {
      guard let repository = lookup.repository,
        member.id ?? repository.member.id == repository.member.id
      else {
        let why: String? = if case .unreadable(let why) = lookup { why } else { nil }
        world.notify(.notRestored(member.name, reason: why))
        continue
      }
      let known = Set(try await current().map(\.list.id))
      let possible = MembershipChange(
        adding: change.adding.intersection(known),
        removing: change.removing.intersection(known)
      )
      if try await apply(possible, to: repository.member) { isChanged = true }
    }
    return isChanged
  }
}
