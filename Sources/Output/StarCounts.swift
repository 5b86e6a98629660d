import Essentials
package import GitHubModel
package import JSON
import Presentation
import Stars
import Terminal

package struct StarCounts {
  package typealias Entry = (name: String, count: Int)

  package let total: Int
  /// The languages, most frequent first; an empty name means repositories without a language.
  package let languages: [Entry]
  /// The years in UTC, latest first; stars without a date are omitted.
  package let years: [Entry]

  package init(_ stars: [Star]) {
    total = stars.count
    languages = Self.count(stars.map { $0.repository.language ?? "" }).sorted {
      ($1.count, $0.name.isEmpty ? "~" : $0.name) < ($0.count, $1.name.isEmpty ? "~" : $1.name)
    }
    years = Self.count(stars.compactMap(\.knownDate).map { String(Timestamp.text($0).prefix(4)) })
      .sorted { $0.name > $1.name }
  }

  /// JSON such as `{"total": …, "languages": {…}, "years": {…}}`.
  package var json: JSONValue {
    func object(_ entries: [Entry]) -> JSONValue {
      .object(entries.map { .init($0.name, .number($0.count)) })
    }
    return ["total": .number(total), "languages": object(languages), "years": object(years)]
  }

  package static let schema: JSONValue = {
    func counts(_ meaning: String) -> JSONValue {
      [
        "type": "object", "additionalProperties": ["type": "integer"],
        "description": .string("number of stars by \(meaning)"),
      ]
    }
    return [
      "$schema": .string(JSONValue.schemaDialect),
      "type": "object",
      "properties": [
        "total": ["type": "integer", "description": "number of stars"],
        "languages": counts("language"),
        "years": counts("year"),
      ],
    ]
  }()

  private static func count(_ names: [String]) -> [Entry] {
    Dictionary(grouping: names) { $0 }.map { ($0, $1.count) }
  }
}

extension StarCounts {
  /// Bar charts for a terminal.
  package func charts(on display: Display) -> String {
    let shown = languages.prefix(Self.maxLanguages)
    let rest = languages.dropFirst(Self.maxLanguages).reduce(0) { $0 + $1.count }
    var named = shown.map { (name: $0.name.isEmpty ? "no language" : $0.name, count: $0.count) }
    if rest > 0 { named.append(("others", rest)) }
    let charts = [named, years].map { Self.chart($0, display) }
    return ([Counted.text(total, "star") + "\n"] + charts)
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static let maxLanguages = 12
  private static let maxNameWidth = 20

  private static func chart(_ entries: [Entry], _ display: Display) -> String {
    let rows = entries.map { entry in
      (name: SafeText(entry.name).description, figure: CompactNumber.grouped(entry.count))
    }
    let nameWidth = min(rows.map(\.name.displayWidth).max() ?? 0, maxNameWidth)
    let figureWidth = rows.map(\.figure.count).max() ?? 0
    let room = max(display.width - nameWidth - figureWidth - 5, 1)
    let largest = max(entries.map(\.count).max() ?? 1, 1)
    return zip(entries, rows).map { entry, row in
      let bar = bar(entry.count, of: largest, columns: room)
      let name = row.name.padded(toWidth: nameWidth)
      let figure = row.figure.rightAligned(toWidth: figureWidth)
      return "\(name)  \(figure)  \(display.styled(Theme.language, bar))\n"
    }
    .joined()
  }

  /// A bar with a resolution of an eighth of a column; any count above 0 gets at least an eighth.
  private static func bar(_ count: Int, of largest: Int, columns: Int) -> String {
    let eighths = max(count * columns * 8 / largest, count > 0 ? 1 : 0)
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }
}
