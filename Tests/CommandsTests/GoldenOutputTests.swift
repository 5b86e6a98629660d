import Core
import Foundation
import GitHubModel
import Output
import SearchUI
import System
import Testing

@testable import Commands

/// Each format of rows, as in `Golden/rows-….txt`, and the list of fields; escape characters appear
/// as `␛`.
@Suite struct GoldenOutputTests {
  /// A row with every value, one with none, and a hostile one.
  private func rows() throws -> [Repository] {
    var bare = try repository(2, "o/r")
    bare.description = nil
    var nasty = try repository(3, "tricks/nihongo")
    nasty.description = "日本語の説明 👨‍👩‍👧 é\u{1B}[31m \u{202E}<b>\"quoted\"</b>,\ttab\nline"
    nasty.counts.stars = 1_234_567
    nasty.isStarred = true
    return [try vapor(), bare, nasty]
  }

  private func repository(_ id: Int64, _ fullName: String) throws -> Repository {
    let name = try #require(RepositoryName(fullName))
    return Repository(
      id: id,
      name: name,
      owner: Owner(login: name.owner),
      url: "https://github.com/\(fullName)"
    )
  }

  private func vapor() throws -> Repository {
    var vapor = try repository(1, "vapor/vapor")
    vapor.description = "A server-side Swift HTTP web framework."
    vapor.homepage = "https://vapor.codes"
    vapor.language = "Swift"
    vapor.topics = ["http", "server-side-swift"]
    vapor.license = License(key: "mit")
    vapor.visibility = "public"
    vapor.counts.stars = 24_000
    vapor.counts.forks = 1_400
    vapor.dates.created = Date(timeIntervalSince1970: 1_453_202_685)
    vapor.dates.updated = Harness.date.addingTimeInterval(-7_200)
    vapor.dates.pushed = Harness.date.addingTimeInterval(-7.1 * 365 * 86_400)
    vapor.flags.isArchived = false
    vapor.isStarred = false
    return vapor
  }

  private func text(
    _ format: OutputFormat,
    on terminal: TerminalSize? = nil
  ) async throws -> String {
    var harness = Harness()
    harness.terminal = terminal
    var rows = try rows().rows()
    rows[0].query = "swift"
    try await RowPrinter.print(rows, as: format, in: harness.context())
    return harness.output.text.replacing("\u{1B}", with: "␛").replacing("\r\n", with: "␍\n")
  }

  private static let terminal = TerminalSize(columns: 80, rows: 24)

  @Test(arguments: [40, 80, 120])
  func `prints a table`(_ width: Int) async throws {
    try GoldenText.expect(
      try await text(.table(Display(width: width, now: Harness.date))),
      "rows-table-\(width)"
    )
  }

  @Test func `aligns the rows of later pages with those of the first`() async throws {
    let harness = Harness()
    let rows = try rows().rows()
    var printer = RowPrinter<RepositoryRow>(
      .table(Display(width: 100, now: Harness.date)),
      in: harness.context()
    )
    for row in rows.reversed() { try printer.write([row]) }
    try await printer.end()

    let lines = harness.output.text.split(separator: "\n")
    let whole = Harness()
    try await RowPrinter.print(
      rows.reversed(),
      as: .table(Display(width: 100, now: Harness.date)),
      in: whole.context()
    )
    #expect(lines.count == 3 && harness.output.text == whole.output.text)
  }

  @Test func `prints a table with colors, links and marks`() async throws {
    let options = Display(
      width: 80,
      hasColor: true,
      hasHyperlinks: true,
      now: Harness.date
    )

    try GoldenText.expect(try await text(.table(options)), "rows-table-color")
  }

  @Test func `lists the fields`() async throws {
    try GoldenText.expect(await Harness().run("fields").output, "fields")
  }

  @Test func `prints values for programs`() async throws {
    let fields = try RepositoryRow.list("rank,fullName,description,owner,license,topics")

    try GoldenText.expect(try await text(.tsv(isColored: false)), "rows-tsv")
    try GoldenText.expect(try await text(.tsv(isColored: true)), "rows-tsv-color")
    try GoldenText.expect(try await text(.json(RepositoryRow.list("all"))), "rows-json-all")
    try GoldenText.expect(try await text(.jsonLines(fields)), "rows-jsonl")
    try GoldenText.expect(try await text(.csv(fields)), "rows-csv")
    try GoldenText.expect(
      try await text(.csv(fields), on: Self.terminal),
      "rows-csv-shown"
    )
  }

  @Test(arguments: [false, true])
  func `fills in a template`(_ isShown: Bool) async throws {
    let names = "rank,fullName,description,license"
    let fields = try RepositoryRow.list(names)
    let text = fields.map { "{{\($0.name)}}" }.joined(separator: "\t")
    let template = try RowTemplate(text, fields: Set(fields.map(\.name)), members: [])

    try GoldenText.expect(
      try await self.text(.template(template, fields), on: isShown ? Self.terminal : nil),
      isShown ? "rows-template-shown" : "rows-template"
    )
  }
}
