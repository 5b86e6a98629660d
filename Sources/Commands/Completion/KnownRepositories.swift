/// The repositories that the user is likely to name.
enum KnownRepositories {
  /// Full names; none while nothing is kept locally.
  static func names() -> [String] { [] }
}
