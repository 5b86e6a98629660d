import GitHubModel

/// The owner of a repository, as answers have it.
struct OwnerResponse: Decodable {
  let owner: Owner

  private enum Key: String, CodingKey {
    case login, id, type, html_url, avatar_url
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    var owner = Owner(login: try fields.decode(String.self, forKey: .login))
    owner.id = fields.lenient(.id)
    owner.kind = fields.lenient(.type)
    owner.url = fields.lenient(.html_url, as: WebURL.self)?.text
    owner.avatarURL = fields.lenient(.avatar_url, as: WebURL.self)?.text
    self.owner = owner
  }
}
