import GRDB
package import GitHubModel
import JSON

/// A change of star lists that can be undone: one command, with a step for each write.
package struct StarListChange: Sendable, Hashable, Identifiable {
  package struct Step: Sendable, Hashable, Identifiable {
    package let id: Int64
    package let action: Action
  }

  /// One write, with the facts that its undo needs and no more.
  package enum Action: Sendable, Hashable {
    case created(StarList)
    case deleted(StarListContents)
    /// The list before and after.
    case updated(StarList, to: StarList)
    /// A repository was added to lists and removed from others.
    case moved(StarList.Member, added: [StarList.ID], removed: [StarList.ID])
  }

  package let id: Int64
  /// The steps that have not been undone, the last one first.
  package let steps: [Step]
}

extension LibraryStore {
  /// Records what is about to be done, as a step of `change` or, if that is nil, of a new change.
  package func journal(
    _ action: StarListChange.Action,
    of change: StarListChange.ID?,
    by account: AccountID
  ) throws(StoreError) -> (change: StarListChange.ID, step: StarListChange.Step.ID) {
    try file.write { database in
      try UndoJournal(database).add(action.json, to: change, .lists, of: account, at: seconds)
    }
  }

  /// Reverts ``journal(_:of:by:)``: GitHub refused, so there is nothing to undo.
  package func unjournal(_ step: StarListChange.Step.ID) throws(StoreError) {
    try file.write { try UndoJournal($0).remove("id = \(step)") }
  }

  /// Records that a step has been undone.
  package func markUndone(_ step: StarListChange.Step.ID) throws(StoreError) {
    try file.write { try UndoJournal($0).markUndone("id = \(step)", at: seconds) }
  }

  /// Replaces the identifier of a list in all steps that can still be undone, since a list that is created
  /// anew gets another one.
  package func replaceStarList(
    _ old: StarList.ID,
    with new: StarList.ID,
    of account: AccountID
  ) throws(StoreError) {
    try file.write { database in
      try UndoJournal(database).replace(.string(old), with: .string(new), of: account)
    }
  }

  /// The last change with anything left to undo.
  package func lastStarListChange(
    of account: AccountID
  ) throws(StoreError) -> StarListChange? {
    try file.read { database in
      try UndoJournal(database).last(.lists, of: account).map { change in
        let steps = change.steps.compactMap { step in
          StarListChange.Action(step.payload).map { StarListChange.Step(id: step.id, action: $0) }
        }
        return StarListChange(id: change.id, steps: steps)
      }
    }
  }
}

/// An action as JSON in the journal, with the name of its case as the only key.
extension StarListChange.Action {
  fileprivate var json: JSONValue {
    switch self {
    case .created(let list): ["created": ["_0": list.json]]
    case .deleted(let contents):
      ["deleted": ["_0": contents.list.json, "_1": .array(contents.members.map(\.json))]]
    case .updated(let before, let after): ["updated": ["_0": before.json, "to": after.json]]
    case .moved(let member, let added, let removed):
      [
        "moved": [
          "_0": member.json, "added": .array(added.map { .string($0) }),
          "removed": .array(removed.map { .string($0) }),
        ]
      ]
    }
  }

  /// Nil for what ``json`` never is.
  fileprivate init?(_ json: JSONValue) {
    if let list = StarList(json["created"]?["_0"]) {
      self = .created(list)
    } else if let list = StarList(json["deleted"]?["_0"]) {
      let members = json["deleted"]?["_1"]?.array ?? []
      self = .deleted(
        StarListContents(list: list, members: members.compactMap { StarList.Member($0) })
      )
    } else if let before = StarList(json["updated"]?["_0"]),
      let after = StarList(json["updated"]?["to"])
    {
      self = .updated(before, to: after)
    } else if let member = StarList.Member(json["moved"]?["_0"]) {
      func lists(_ key: String) -> [StarList.ID] {
        json["moved"]?[key]?.array?.compactMap(\.string) ?? []
      }
      self = .moved(member, added: lists("added"), removed: lists("removed"))
    } else {
      return nil
    }
  }
}

extension StarList {
  fileprivate var json: JSONValue {
    [
      "id": .string(id), "name": .string(name), "slug": .string(slug),
      "description": .string(description), "isPrivate": .bool(isPrivate),
    ]
  }

  fileprivate init?(_ json: JSONValue?) {
    guard let id = json?["id"]?.string, let name = json?["name"]?.string,
      let slug = json?["slug"]?.string
    else { return nil }
    let isPrivate = json?["isPrivate"] == .bool(true)
    self.init(id: id, name: name, slug: slug, isPrivate: isPrivate, repositoryCount: 0)
    description = json?["description"]?.string
  }
}

extension StarList.Member {
  fileprivate var json: JSONValue {
    ["id": .number(id), "nodeID": .string(nodeID), "name": .string(name.fullName)]
  }

  fileprivate init?(_ json: JSONValue?) {
    guard case .number(let id)? = json?["id"], let nodeID = json?["nodeID"]?.string,
      let name = json?["name"]?.string.flatMap({ RepositoryName($0) })
    else { return nil }
    self.init(id: id, nodeID: nodeID, name: name)
  }
}
