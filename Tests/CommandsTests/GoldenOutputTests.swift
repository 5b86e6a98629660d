import Foundation
import GitHubModel
import System
import Testing

@testable import Commands

/// Each format of rows, as in `Golden/rows-….txt`, and the list of fields; escape characters appear as `␛`.
@Suite struct GoldenOutputTests {
  /// One with all that can be known, one with nothing, and one that would play tricks.
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

  private func text(_ format: OutputFormat) throws -> String {
    var output = SearchOutput(format, now: Harness.date)
    let match = TextMatch(property: .description, fragment: "Swift HTTP", ranges: [0..<5])
    var text = output.opening
    let sink = MemorySink()
    try output.render(try rows(), matches: [1: [match]]) { piece throws(CommandFailure) in
      do throws(SystemError) { try sink.write(piece) } catch {}
    }
    text += sink.text + output.closing
    return text.replacing("\u{1B}", with: "␛").replacing("\r\n", with: "␍\n")
  }

  @Test(arguments: [40, 80, 120])
  func `a table`(_ width: Int) throws {
    try GoldenText.expect(try text(.table(Table.Options(width: width))), "rows-table-\(width)")
  }

  @Test func `a table with colors, links and marks`() throws {
    let options = Table.Options(width: 80, hasColor: true, hasHyperlinks: true)

    try GoldenText.expect(try text(.table(options)), "rows-table-color")
  }

  @Test func `the list of fields`() async throws {
    try GoldenText.expect(await Harness().run("fields").output, "fields")
  }

  @Test func `values for programs`() throws {
    let fields = try RepositoryField.list("rank,fullName,description,owner,license,topics")

    try GoldenText.expect(try text(.tsv(isColored: false)), "rows-tsv")
    try GoldenText.expect(try text(.tsv(isColored: true)), "rows-tsv-color")
    try GoldenText.expect(try text(.json(RepositoryField.list("all"))), "rows-json-all")
    try GoldenText.expect(try text(.jsonLines(fields)), "rows-jsonl")
    try GoldenText.expect(try text(.csv(fields, isShown: false)), "rows-csv")
    try GoldenText.expect(try text(.csv(fields, isShown: true)), "rows-csv-shown")
  }

  @Test(arguments: [false, true])
  func `a template`(_ isShown: Bool) throws {
    let template = try RowTemplate(
      "{{rank}}\t{{fullName}}\t{{description}}\t{{license}}",
      fields: Set(RepositoryField.allCases.map(\.rawValue)),
      members: []
    )

    try GoldenText.expect(
      try text(.template(template, isShown: isShown)),
      isShown ? "rows-template-shown" : "rows-template"
    )
  }
}
