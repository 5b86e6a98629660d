/// The errors that streams in these tests end with.
enum Problem: Error, Equatable, Hashable, Codable {
  /// Sent by an upstream.
  case broken

  /// Created by an operator.
  case custom
}
