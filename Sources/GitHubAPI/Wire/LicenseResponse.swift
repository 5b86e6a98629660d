import GitHubModel

/// The license of a repository, as answers have it.
struct LicenseResponse: JSONReadable {
  let license: License

  init(_ json: JSONElement) throws(JSONMismatch) {
    var members = try json.members()
    var license = License(key: try members.value("key"))
    license.name = members.lenient("name")
    license.spdxID = members.lenient("spdx_id")
    license.url = members.lenient("url")
    self.license = license
  }
}
