package import GitHubModel
import Presentation
import SearchModel
import Terminal

/// A prompt for a line of text in the last row.
package struct Prompt: Sendable, Equatable {
  package enum Purpose: Sendable, Equatable {
    /// Words to search for in the details.
    case find
    case note(Repository)
    case listName(StarList)
    case listDescription(StarList)
  }

  let purpose: Purpose
  var editor = LineEditor()

  init(_ purpose: Purpose, _ text: String = "") {
    self.purpose = purpose
    editor.replace(with: text)
  }

  /// The prefix of the line.
  var label: SafeText {
    switch purpose {
    case .find: "/"
    case .note: "note: "
    case .listName: "name: "
    case .listDescription: "description: "
    }
  }

  /// GitHub's maximum length of the text in Unicode scalars.
  fileprivate var maxLength: Int {
    switch purpose {
    case .find, .note: .max
    case .listName: StarList.maxNameLength
    case .listDescription: StarList.maxDescriptionLength
    }
  }

  /// The end of the line: the number of the current match, or the keys.
  func trailingHint(_ state: ScreenState) -> SafeText {
    switch purpose {
    case .find: editor.isEmpty ? .empty : state.pane.find?.position ?? .empty
    case .note, .listName, .listDescription:
      SafeText(
        state.options.keymap.hints([(.accept, "save"), (.back, "cancel")]).joined(separator: "  ")
      )
    }
  }
}

extension ScreenState {
  mutating func use(_ command: KeyCommand?, _ key: Key?, in prompt: Prompt) {
    if let action = key.flatMap(options.keymap.edit) { return edit(action, in: prompt) }
    guard command == .accept else { return }
    let text = prompt.editor.text
    if isTooLong(text, limit: prompt.maxLength) { return }
    closePart()
    switch prompt.purpose {
    case .find: break
    case .note(let repository): saveNote(text, about: repository)
    case .listName(let list): rename(list, to: text)
    case .listDescription(let list): describe(list, as: text)
    }
  }

  /// Whether a text has more Unicode scalars than GitHub accepts, in which case a message says so.
  mutating func isTooLong(_ text: String, limit: Int) -> Bool {
    let length = text.unicodeScalars.count
    if length > limit { show("\(length) characters; the limit is \(limit)") }
    return length > limit
  }

  mutating func edit(_ action: LineEditor.Action, in prompt: Prompt) {
    var prompt = prompt
    prompt.editor.apply(action)
    focus = .prompt(prompt)
    if prompt.purpose == .find {
      let text = prompt.editor.text
      pane.search(for: text.isEmpty ? nil : QueryMarks([text]))
    }
  }
}

// MARK: - Notes

extension ScreenState {
  /// Prompts for the note about the selected repository.
  ///
  /// The notes are reread, since another program may have written one.
  mutating func editNote() {
    guard let repository = search.selectedRow?.repository else { return }
    let note = search.notes[repository.id] ?? ""
    let prompt = Prompt(.note(repository), note)
    guard prompt.editor.text == note, !note.contains(where: \.isNewline) else {
      return show(
        "The note is long; edit it with: ghsearch note \(repository.name.fullName) --edit"
      )
    }
    openPart(.prompt(prompt))
    act(.readNotes)
  }

  private mutating func saveNote(_ text: String, about repository: Repository) {
    let note = text.allSatisfy(\.isWhitespace) ? nil : text
    let old = search.notes[repository.id]
    if note != old { act(.setNote(NoteChange(repository, from: old, to: note))) }
  }

  /// Shows the note as read, unless the user has changed it.
  mutating func refreshNote(from new: SearchState) {
    guard case .prompt(let prompt) = focus, case .note(let repository) = prompt.purpose,
      prompt.editor.text == search.notes[repository.id] ?? "",
      let note = new.notes[repository.id], note != prompt.editor.text
    else { return }
    focus = .prompt(Prompt(.note(repository), note))
  }
}
