import GitHubModel

/// The owner of a repository, as answers have it.
struct OwnerResponse: JSONReadable {
  let owner: Owner

  init(_ json: JSONElement) throws(JSONMismatch) {
    var members = try json.members()
    var owner = Owner(login: try members.value("login"))
    owner.id = members.lenient("id")
    owner.avatarURL = members.lenient("avatar_url", as: WebURL.self)?.text
    owner.url = members.lenient("html_url", as: WebURL.self)?.text
    owner.kind = members.lenient("type")
    self.owner = owner
  }
}
