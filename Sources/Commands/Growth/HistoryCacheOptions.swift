import ArgumentParser
import Discovery
import Essentials
import GitHubModel

struct HistoryCacheOptions: ParsableArguments {
  @OptionGroup var cache: CacheOptions

  @Flag(help: "Request each star history from GitHub instead of once a day.")
  var noCache = false

  func validate() throws {
    guard noCache, cache.cache != nil else { return }
    throw ValidationError("--cache and --no-cache cannot be used together")
  }

  /// The maximum age in seconds.
  var maxAge: TimeInterval {
    noCache ? 0 : min(cache.cache?.seconds ?? StarHistories.maxAge, StarHistories.maxAge)
  }
}
