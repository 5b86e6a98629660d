import GitHubModel

@testable import GitHubAPI

/// Names, addresses and base URLs: every accepted name is two path segments.
func checkNames(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  for name in [RepositoryName(text), RepositoryName(reference: text)].compactMap(\.self) {
    checkName(name)
  }
  let mentions = RepositoryMention.all(in: text)
  let lineCount = text.utf8.count { $0 == 0x0A } + 1
  demand(Set(mentions.map(\.name)).count == mentions.count, "a repository twice")
  for mention in mentions {
    checkName(mention.name)
    demand((1...lineCount).contains(mention.line), "line \(mention.line)")
  }
  if let origin = Origin(text) {
    demand(["http", "https"].contains(origin.scheme), "another scheme")
    demand((1...65_535).contains(origin.port), "another port")
    demand(Origin(origin.description) == origin, "an origin that reads back differently")
  }
  for base in [APIBase(text), APIBase(enterpriseHost: text)].compactMap(\.self) {
    demand(APIBase(base.description) == base, "a base that reads back differently")
  }
}

private func checkName(_ name: RepositoryName) {
  for part in [name.owner, name.name] {
    demand(part.percentEncoded == part, "a part that needs an encoding")
    demand(part != "." && part != "..", "a . or .. segment")
  }
  demand(RepositoryName(name.fullName) == name, "a name that reads back differently")
  let target = RequestTarget(base: .github, path: ["repos", name.owner, name.name], query: [])
  demand(target.text == "/repos/\(name.fullName)", "another path: \(target.text)")
}
