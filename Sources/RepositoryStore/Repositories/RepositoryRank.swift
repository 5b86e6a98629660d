/// The row number of a repository: what has more stars has a smaller one.
///
/// Full-text search yields rows in the order of their numbers, so the best come first and a scan
/// may stop at its limit. The upper 24 bits are the stars that are missing to 2^24, the lower 39
/// are the repository's identifier, which makes the number its own.
enum RepositoryRank {
  private static let idBits: Int64 = 39
  private static let mostStars: Int64 = 1 << 24 - 1

  static func rank(stars: Int?, id: Int64) -> Int64 {
    let known = min(max(Int64(stars ?? 0), 0), mostStars)
    return (mostStars - known) << idBits | id & (1 << idBits - 1)
  }
}
