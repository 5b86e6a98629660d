import Foundation
import GitHubModel

/// A page of results like GitHub's in form and size: 540 KB, of which the program reads a fifth.
enum Page {
  static func json(_ repositories: [Repository]) -> Data {
    let items = repositories.map(item).joined(separator: ",")
    return Data(#"{"total_count":4211,"incomplete_results":false,"items":[\#(items)]}"#.utf8)
  }

  private static func item(_ repository: Repository) -> String {
    let name = repository.name
    let api = "https://api.github.com/repos/\(name)"
    // GitHub includes about forty URLs per repository and a dozen per owner.
    let addresses = (0..<50).map { #""address_\#($0)_url":"\#(api)/addresses/\#($0){/which}""# }
    return #"""
      {"id":\#(repository.id),"full_name":"\#(name)","html_url":"https://github.com/\#(name)",
      "owner":{"login":"\#(name.owner)","id":1,"type":"User","html_url":"https://github.com/\#(name.owner)"},
      "description":\#(quoted(repository.description)),"language":\#(quoted(repository.language)),
      \#(addresses.joined(separator: ",")),
      "stargazers_count":\#(repository.counts.stars ?? 0),"forks_count":\#(repository.counts.forks ?? 0),
      "open_issues_count":3,"topics":["one","two","three"],"archived":false,"fork":false,
      "created_at":"2014-10-20T10:11:12Z","updated_at":"2026-11-20T10:11:12Z"}
      """#
  }

  private static func quoted(_ text: String?) -> String {
    guard let text, let data = try? JSONEncoder().encode(text) else { return "null" }
    return String(decoding: data, as: UTF8.self)
  }
}

/// The members that Foundation's decoder reads from a page; ours reads a few more.
struct PageShape: Decodable {
  let items: [Item]

  struct Item: Decodable {
    let id: Int64
    let fullName: String
    let htmlURL: String
    let owner: Login
    let description: String?
    let language: String?
    let stars: Int
    let forks: Int
    let topics: [String]
    let archived: Bool
    let fork: Bool
    let created: String
    let updated: String

    private enum CodingKeys: String, CodingKey {
      case id, owner, description, language, topics, archived, fork
      case fullName = "full_name"
      case htmlURL = "html_url"
      case stars = "stargazers_count"
      case forks = "forks_count"
      case created = "created_at"
      case updated = "updated_at"
    }
  }

  struct Login: Decodable {
    let login: String
  }
}
