/// The version of the program (semver.org).
enum Version {
  static let current = "0.1.0"
}
