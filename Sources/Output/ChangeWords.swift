import Essentials
package import GitHubModel
import Presentation
package import RepositoryStore
import Terminal

/// The names of star lists, by their identifiers.
package typealias ListNames = [StarList.ID: String]

extension JournalEntry.Step: BatchItem {
  package var repository: RepositoryName? { change.repository }

  package var title: String {
    switch change {
    case .createdList(let list), .updatedList(_, let list): list.name
    case .deletedList(let contents): contents.list.name
    default: change.repository?.fullName ?? ""
    }
  }
}

extension ReversibleChange {
  /// The words for its undo, such as `unstarred`.
  package func undoneWords(_ lists: ListNames) -> String {
    switch self {
    case .starred: "unstarred"
    case .unstarred: "starred"
    case .createdList: "deleted"
    case .deletedList: "restored"
    case .updatedList(let before, let after):
      before.name == after.name ? "restored" : "renamed to \(before.name)"
    case .changedLists(_, let change): change.reversed.words(lists)
    case .addedFavorite: "removed from favorites"
    case .removedFavorite: "added to favorites"
    case .changedNote(_, _, nil, _): "note removed"
    case .changedNote: "note restored"
    }
  }

  /// The words before and after the name of the changed item, such as `added ` and ` to favorites`.
  fileprivate func words(_ lists: ListNames) -> (before: String, after: String) {
    switch self {
    case .starred: ("starred ", "")
    case .unstarred: ("unstarred ", "")
    case .createdList: ("created the list ", "")
    case .deletedList: ("deleted the list ", "")
    case .updatedList(let before, let after) where before.name == after.name:
      ("edited the list ", "")
    case .updatedList(_, let after): ("renamed the list ", " to \(after.name)")
    case .changedLists(_, let change): ("", " \(change.words(lists))")
    case .addedFavorite: ("added ", " to favorites")
    case .removedFavorite: ("removed ", " from favorites")
    case .changedNote(_, _, nil, _): ("wrote a note about ", "")
    case .changedNote(_, _, _, nil): ("removed the note about ", "")
    case .changedNote: ("changed the note about ", "")
    }
  }
}

extension MembershipChange {
  /// Text such as `added to Web, removed from Later`.
  fileprivate func words(_ lists: ListNames) -> String {
    [("added to", adding), ("removed from", removing)].filter { !$1.isEmpty }.map { word, ids in
      "\(word) \(ids.map { lists[$0] ?? "a deleted list" }.sorted().joined(separator: ", "))"
    }
    .joined(separator: ", ")
  }
}

/// A command in the journal, as `log` shows it.
package struct LogRow: Sendable {
  package let entry: JournalEntry
  /// Text such as `starred a/b, c/d and 3 more`.
  package let changes: String

  /// Creates the row of a command; `lists` are the current lists.
  package init(_ entry: JournalEntry, _ lists: ListNames) {
    self.entry = entry
    var groups: [(before: String, names: [String], after: String)] = []
    for step in entry.steps.reversed() {
      let (before, after) = step.change.words(lists)
      let name = if case .updatedList(let list, _) = step.change { list.name } else { step.title }
      let index = groups.firstIndex { $0.before == before && $0.after == after }
      if let index { groups[index].names.append(name) }
      if index == nil { groups.append((before, [name], after)) }
    }
    changes = groups.map { $0.before + Self.list($0.names) + $0.after }
      .joined(separator: "; ")
  }

  private static func list(_ names: [String]) -> String {
    guard names.count > 3 else { return names.joined(separator: ", ") }
    return "\(names[0]), \(names[1]) and \(CompactNumber.grouped(names.count - 2)) more"
  }

  private var canUndo: Bool { !entry.undoable.isEmpty }

  /// Why it cannot be undone; nil if it can.
  private var state: String? { canUndo ? nil : entry.steps.isEmpty ? "unreadable" : "undone" }
}

extension LogRow: OutputRow {
  package static let templateExample = "{{date}} {{command}}"
  package static let synonyms = ["time": "date", "changed": "changes"]

  package static let columns: [Column<Self>] = [
    Column("date", .dim, room: .own) { row, display in
      Table.Cell(safe: LocalTime.clock(row.entry.date, now: display.now))
    } _: {
      Timestamp.text($0.entry.date)
    },
    Column("command", .bold, room: .name) { $0.entry.command },
    Column("changes", room: .rest) { row, _ in
      var cell = Table.Cell(row.changes)
      cell.mark = row.state.map { "\($0): " } ?? ""
      return cell
    } _: {
      $0.changes
    },
    .text("state", .dim) { $0.state },
  ]

  package static func text(_ rows: [Self], on display: Display) -> String {
    var table = Table(rows, columns, display)
    table.isNumbered = false
    return table.text(display)
  }

  package static let fields: [Field<Self>] = [
    .of("date", "time of the first change", .local) { $0.entry.date },
    .of("command", "words of the command", .local) { $0.entry.command },
    .of("changes", "what it changed", .local) { $0.changes },
    .of("kinds", "kinds of what it changed: stars, lists, favorites, notes", .local) { row in
      ReversibleChange.Kind.allCases.filter { kind in
        row.entry.steps.contains { $0.change.kind == kind }
      }.map(\.rawValue)
    },
    .of("canUndo", "whether `ghsearch undo` can still undo it", .local) { $0.canUndo },
  ]
}
