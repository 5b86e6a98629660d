/// The account that a token belongs to.
package struct User: Sendable, Hashable {
  package let login: String
  package let id: Int64
  package var name: String?

  package init(login: String, id: Int64, name: String? = nil) {
    self.login = login
    self.id = id
    self.name = name
  }
}
