import Foundation
import Testing

@testable import Commands

/// The names of fields as people write them.
@Suite struct OutputFieldTests {
  @Test func `every field is accepted in any case`() throws {
    try Self.expectAnyCase(RepositoryField.self)
    try Self.expectAnyCase(StarListField.self)
    try Self.expectAnyCase(ListDifferenceField.self)
  }

  private static func expectAnyCase<Field: OutputField>(_ type: Field.Type) throws {
    for field in Field.allCases {
      let name = field.rawValue
      for written in [name, name.lowercased(), name.uppercased(), name.capitalized] {
        #expect(try Field.list(" \(written),\(name) ") == [field])
      }
    }
    #expect(try Field.list("ALL") == Field.all)
    let names = Set(Field.allCases.map { $0.rawValue.lowercased() })
    #expect(names.count == Field.allCases.count)
  }

  @Test func `every field is suggested for its name in the API and for a typing mistake`() {
    Self.expectSuggestions(RepositoryField.self)
    Self.expectSuggestions(StarListField.self)
    Self.expectSuggestions(ListDifferenceField.self)
  }

  private static func expectSuggestions<Field: OutputField>(_ type: Field.Type) {
    for field in Field.allCases {
      let name = field.rawValue
      let snake = name.reduce(into: "") { text, letter in
        text += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
      }
      if snake != name { #expect(Field.nearest(to: snake) == field, "\(snake)") }
      if name.count > 3 {
        let swapped = String(name.dropLast(2)) + String(name.suffix(2).reversed())
        if swapped != name { #expect(Field.nearest(to: swapped) == field, "\(swapped)") }
      }
    }
    for (name, field) in Field.synonyms {
      #expect(Field.nearest(to: name) == field)
      #expect(name == name.lowercased() && Field(rawValue: name) == nil)
    }
  }

  @Test(
    arguments: [
      ("stars", .stargazersCount), ("Stars", .stargazersCount), ("Watchers", .subscribersCount),
      ("archived", .isArchived), ("private", .isPrivate), ("branch", .defaultBranch),
      ("topic", .topics), ("forks", .forksCount), ("pushed", .pushedAt), ("html_url", .url),
      ("issues", .openIssuesCount), ("starred", .isStarred), ("x", nil), ("of", nil),
      ("contributors", nil), ("", nil),
    ] as [(String, RepositoryField?)]
  )
  func `what people call a field is suggested`(_ name: String, _ field: RepositoryField?) async {
    #expect(RepositoryField.nearest(to: name) == field)
    for flag in ["--json", "--jsonl", "--csv"] {
      let outcome = await Harness().run("x", "\(flag)=\(name)")

      #expect(outcome.status == .usage)
      #expect(
        outcome.errors.contains(
          field.map { "; did you mean \($0.rawValue)?\n" } ?? "; fields: cloneUrl createdAt"
        ),
        "\(outcome.errors)"
      )
    }
  }
}
