import GitHubModel

extension APIBase {
  /// The API of `--hostname`, else `GHSEARCH_API_URL`, else the API of `GH_HOST`, else GitHub's own.
  init(configuredIn context: Context) throws(CommandFailure) {
    if let host = context.hostname {
      self = try Self.named(host, by: "--hostname")
    } else if let url = context.environment["GHSEARCH_API_URL"], !url.isEmpty {
      self = try Self.at(url)
    } else if let host = context.environment["GH_HOST"], !host.isEmpty {
      self = try Self.named(host, by: "GH_HOST")
    } else {
      self = .github
    }
  }

  private static func at(_ url: String) throws(CommandFailure) -> APIBase {
    guard let base = APIBase(url) else {
      throw CommandFailure(
        .usage,
        "GHSEARCH_API_URL",
        "it is no base URL of an API",
        advice: "write https://HOST[/PATH]; http is for loopback alone"
      )
    }
    return base
  }

  private static func named(
    _ host: String,
    by setting: String
  ) throws(CommandFailure) -> APIBase {
    guard let base = APIBase(enterpriseHost: host) else {
      throw CommandFailure(
        .usage,
        setting,
        "it is no host",
        advice: "write it as HOST[:PORT]"
      )
    }
    return base
  }
}
