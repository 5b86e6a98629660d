/// The versions that `X-GitHub-Api-Version` may name.
enum APIVersion: String {
  case usual = "2022-11-28"
  /// In it `GET /rate_limit` has `resources` alone.
  case newest = "2026-03-10"
}
