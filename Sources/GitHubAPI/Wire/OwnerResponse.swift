import GitHubModel

/// The owner of a repository, as answers have it.
struct OwnerResponse: Decodable {
  let owner: Owner

  private enum Key: String, CodingKey {
    case login, id, type
    case htmlURL = "html_url"
    case avatarURL = "avatar_url"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    var owner = Owner(login: try fields.decode(String.self, forKey: .login))
    owner.id = fields.lenient(.id)
    owner.kind = fields.lenient(.type)
    owner.url = fields.lenient(.htmlURL, as: WebURL.self)?.text
    owner.avatarURL = fields.lenient(.avatarURL, as: WebURL.self)?.text
    self.owner = owner
  }
}
