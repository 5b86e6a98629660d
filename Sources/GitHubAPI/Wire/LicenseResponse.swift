import GitHubModel

/// The license of a repository, as answers have it.
struct LicenseResponse: Decodable {
  let license: License

  private enum Key: String, CodingKey {
    case key, name, url
    case spdxID = "spdx_id"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    var license = License(key: try fields.decode(String.self, forKey: .key))
    license.name = fields.lenient(.name)
    license.spdxID = fields.lenient(.spdxID)
    license.url = fields.lenient(.url)
    self.license = license
  }
}
