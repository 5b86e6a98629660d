/// Where a query's words stand in a repository's name and description.
///
/// GitHub adds this to each item under `Accept: application/vnd.github.text-match+json`; the
/// indices count characters.
struct TextMatches {
  let repository: SandboxRepository
  let terms: [SearchTerm]
  let baseURL: String

  var json: JSON {
    let properties = [("name", repository.name), ("description", repository.description ?? "")]
    return .array(properties.compactMap(match))
  }

  private func match(property: String, fragment: String) -> JSON? {
    let matches = terms.flatMap { occurrences(of: $0.text, in: fragment) }
    guard !matches.isEmpty else { return nil }
    return [
      "object_url": "\(baseURL)/repos/\(repository.fullName)",
      "object_type": "Repository",
      "property": .string(property),
      "fragment": .string(fragment),
      "matches": .array(matches),
    ]
  }

  private func occurrences(of word: String, in fragment: String) -> [JSON] {
    let text = Array(fragment)
    let wanted = word.lowercased()
    guard !word.isEmpty, word.count <= text.count else { return [] }
    return (0...(text.count - word.count)).compactMap { start in
      let end = start + word.count
      let found = String(text[start..<end])
      guard found.lowercased() == wanted else { return nil }
      return ["text": .string(found), "indices": [.integer(start), .integer(end)]]
    }
  }
}
