/// The body of `GET /repos/{owner}/{repo}/languages`: bytes by language.
struct LanguagesResponse: JSONReadable {
  let bytes: [String: Int64]

  init(_ json: JSONElement) throws(JSONMismatch) {
    bytes = try [String: Lossy<Int64>](json).compactMapValues(\.element)
  }
}
