import GitHubModel
import RepositoryStore
import Terminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Stars as a file that other programs or people read.
struct StarExport {
  enum Format: String, CaseIterable {
    case csv, json, markdown
  }

  let format: Format
  /// Whether a terminal shows it: then nothing in it may act there.
  let isShown: Bool

  func write(_ stars: [Star], to stream: inout PieceStream) {
    switch format {
    case .csv: writeCSV(stars, to: &stream)
    case .json: writeJSON(stars, to: &stream)
    case .markdown: writeMarkdown(stars, to: &stream)
    }
  }

  /// As far as a star has them; its rank is its place in the list.
  private static func fields(_ star: Star, rank: Int) -> [(name: String, value: JSONValue)] {
    guard var repository = star.repository else { return [] }
    repository.isStarred = true
    let row = RankedRepository(rank: rank, repository: repository)
    let known = RepositoryField.allCases.map { (name: $0.rawValue, value: $0.value(of: row)) }
    return known + [("starredAt", .string(time(of: star)))]
  }

  private static func time(of star: Star) -> String? {
    star.starredAt <= .distantPast ? nil : ISODate.text(star.starredAt)
  }
}

// MARK: CSV and JSON

extension StarExport {
  private func writeCSV(_ stars: [Star], to stream: inout PieceStream) {
    stream.write(CSV.record(RepositoryField.allCases.map(\.rawValue) + ["starredAt"]))
    for (index, star) in stars.enumerated() {
      let values = Self.fields(star, rank: index + 1).map { CSV.text($0.value) }
      CSV.write(isShown ? values.map { SafeText($0).description } : values, to: &stream)
    }
  }

  private func writeJSON(_ stars: [Star], to stream: inout PieceStream) {
    stream.write("[")
    for (index, star) in stars.enumerated() {
      stream.write(index == 0 ? "\n" : ",\n")
      let members = Self.fields(star, rank: index + 1)
      JSONValue.object(members.map { .init($0.name, $0.value) }).write(to: &stream)
    }
    stream.write(stars.isEmpty ? "]\n" : "\n]\n")
  }
}

// MARK: Markdown

extension StarExport {
  /// A heading for each language, the most stars first in each.
  private func writeMarkdown(_ stars: [Star], to stream: inout PieceStream) {
    let repositories = StarOrder.stars.sorted(stars).compactMap(\.repository)
    let groups = Dictionary(grouping: repositories) { $0.language ?? "" }
    stream.write("# Stars\n")
    for (language, group) in groups.sorted(by: { Self.order($0.key) < Self.order($1.key) }) {
      stream.write("\n## \(Self.markdown(language.isEmpty ? "No language" : language))\n\n")
      for repository in group { stream.write(Self.item(repository)) }
    }
  }

  /// What has no language comes last.
  private static func order(_ language: String) -> String {
    language.isEmpty ? "\u{10FFFF}" : language.lowercased()
  }

  private static func item(_ repository: Repository) -> String {
    let link = "[\(markdown(repository.name.fullName))](<\(repository.url)>)"
    let stars = repository.counts.stars.map { " ★ \(CompactNumber.text($0))" } ?? ""
    let description = repository.description.map { ": \(markdown($0))" } ?? ""
    return "- \(link)\(stars)\(description)\n"
  }

  /// One line in which nothing is Markdown (CommonMark, backslash escapes).
  private static func markdown(_ text: String) -> String {
    var escaped = ""
    for character in SafeText(text).description {
      if "\\`*_{}[]<>#|~&".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
    return escaped
  }
}
