import TokenStore

/// Where the program keeps what it may lose.
enum StateFolder {
  /// `ghsearch` below the user's state folder; nil where there is none.
  static func path(_ environment: [String: String]) -> String? {
    UserFolders(environment).state.map { "\($0)/ghsearch" }
  }
}
