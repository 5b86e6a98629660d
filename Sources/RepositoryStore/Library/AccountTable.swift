import GRDB

/// What has become of an account that another process may have merged meanwhile.
struct AccountTable {
  private let database: Database

  init(_ database: Database) { self.database = database }

  /// The account itself, or the one that it is a part of now.
  func present(_ account: AccountID) throws -> AccountID {
    let survivor = try Int64.fetchOne(
      database,
      sql: "SELECT merged_into FROM account WHERE id = ? AND merged_into IS NOT NULL",
      arguments: [account.rawValue]
    )
    guard let survivor else { return account }
    return try present(AccountID(rawValue: survivor))
  }
}
