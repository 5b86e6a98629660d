import Core
import CurlTransport
import Essentials
import GitHubAPI
import GitHubModel
import HTTPTransport
import HTTPTypes
import Output
import System
import TokenStore

extension Doctor {
  /// Checks whether GitHub answers, and how long lookup, connection and encryption take.
  func network() -> [Finding] {
    let (response, duration): (TransportResponse, Duration)
    switch connection {
    case .failed(let failure): return [.failure(failure, "network")]
    case .reached(let reached, let time): (response, duration) = (reached, time)
    }
    let version = response.metrics?.version.map { " over \($0)" } ?? ""
    let text =
      "\(session.base) returned \(response.head.status.code)\(version) in \(Int(duration / .milliseconds(1))) ms"
    guard response.head.status.code < 500 else {
      return [.failure(.badResponse, "network", text, fix: "see https://www.githubstatus.com")]
    }
    return [.ok("network", text + (response.metrics.map { Self.steps($0.timing) } ?? ""))]
  }

  /// The time at which each step was done; skipped steps are omitted.
  private static func steps(_ timing: TransferMetrics.Timing) -> String {
    let steps = [
      ("lookup", timing.nameLookup), ("connected", timing.connected), ("TLS", timing.secured),
    ]
    let done = steps.filter { $0.1 > .zero }.map { "\($0.0) \(Int($0.1 / .milliseconds(1))) ms" }
    return done.isEmpty ? "" : " (\(done.joined(separator: ", ")))"
  }

  /// Checks that the certificate authorities that verify servers can be read.
  func trust() -> [Finding] {
    let trust = TrustStore.system(environment: environment)
    let named = [trust.file, trust.directory].compactMap(\.self)
    if let missing = named.first(where: { !FileStatus(of: $0).isReadable }) {
      return [
        .failure(
          .network,
          "trust",
          "cannot read \(missing)",
          fix: "fix or unset SSL_CERT_FILE and SSL_CERT_DIR"
        )
      ]
    }
    guard named.isEmpty else {
      return [.ok("trust", "certificate authorities in \(named.joined(separator: " and "))")]
    }
    guard let bundle = TrustStore.systemBundle else {
      let text = "no certificate authorities found"
      return [.warning("trust", text, fix: OperationFailure.installingCertificates)]
    }
    return [.ok("trust", "certificate authorities in \(bundle)")]
  }

  /// Compares the clock with the server's, since certificates and rate limits depend on it.
  func clock() -> [Finding] {
    guard case .reached(let response, _) = connection, let date = response.date else { return [] }
    let skew = context.world.now().timeIntervalSince(date).rounded()
    let text = "\(Int(abs(skew))) s \(skew < 0 ? "slow" : "fast")"
    guard abs(skew) > Self.tolerance else { return [.ok("clock", "in sync")] }
    return [
      .warning(
        "clock",
        "\(text) compared with the server",
        fix: "set the clock, for example with `timedatectl`"
      )
    ]
  }

  /// The tolerated difference in seconds: the server's date has no fractions, and the response
  /// takes time to arrive.
  private static let tolerance: Double = 30
}

// MARK: The token

extension Doctor {
  /// Checks the source of the token, whether GitHub accepts it, and whether it can set stars.
  func token() async -> [Finding] {
    let source: TokenSource
    do throws(TokenError) {
      guard let found = try session.tokens.load() else {
        let text = "none: ten searches a minute, and no starring"
        return [.warning("token", text, fix: "run `ghsearch auth login`")]
      }
      source = found.source
    } catch {
      return [.failure(OperationFailure(error), "token")]
    }
    guard case .reached = connection else {
      return [.warning("token", "from \(source.sentence), not checked", fix: "fix the network")]
    }
    do throws(OperationFailure) {
      let account = try await session.ask(.currentUser)
      return [
        .ok("token", "\(account.value.login), from \(source.sentence)"), stars(account.scopes),
      ]
    } catch {
      guard [.rateLimited, .forbidden].contains(error.kind) else {
        return [.failure(error, "token")]
      }
      return await token(from: source, withoutLogin: error)
    }
  }

  /// Checks a token for which GitHub names no user: its limit is used up, or it belongs to an
  /// app such as GitHub Actions.
  ///
  /// The response about limits, which does not count, says whether the token is valid and what
  /// it may do.
  private func token(from source: TokenSource, withoutLogin reason: OperationFailure) async
    -> [Finding]
  {
    do throws(OperationFailure) {
      let limits = try await session.ask(.rateLimits)
      let text = "valid, from \(source.sentence)"
      let finding: Finding =
        reason.kind == .rateLimited
        ? .ok("token", "\(text); the login can be read after the limit resets")
        : .warning(
          "token",
          "\(text), but it belongs to no user (\(reason.why))",
          fix: "it can search; for stars and lists use the token of a user"
        )
      return [finding, stars(limits.scopes)]
    } catch {
      return [.failure(reason.kind == .forbidden ? reason : error, "token")]
    }
  }

  private func stars(_ scopes: [String]?) -> Finding {
    let rights = TokenRights(scopes)
    let text = rights.facts.first { $0.name == "stars" }?.text ?? ""
    return rights.canStar
      ? .ok("stars", text) : .warning("stars", text, fix: TokenRights.starAdvice)
  }

  func limits() async -> [Finding] {
    // Some servers have no limits, and a rejected token has already been reported.
    guard case .reached = connection,
      let limits = try? await session.client.send(.rateLimits).value
    else { return [] }
    return limits.filter { ["core", "search"].contains($0.resource) }.map { limit in
      let text = "\(limit.resource): \(limit.sentence(now: context.world.now()))"
      return limit.remaining == 0
        ? .warning("limits", text, fix: "wait until then, or use --wait") : .ok("limits", text)
    }
  }
}
