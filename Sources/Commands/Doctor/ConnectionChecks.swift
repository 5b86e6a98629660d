import CurlTransport
import Essentials
import GitHubAPI
import GitHubModel
import HTTPTransport
import System
import TokenStore

/// Checks whether GitHub answers, and how fast: name lookup, connection, encryption.
struct NetworkCheck: DoctorCheck {
  func run(in doctor: DoctorContext) async -> [Finding] {
    switch doctor.connection {
    case .failed(let failure): [.failure(failure, "network")]
    case .reached(let response, let duration): [finding(response, duration, doctor.session.base)]
    }
  }

  private func finding(
    _ response: RequestTrace.Response,
    _ duration: Duration,
    _ base: APIBase
  ) -> Finding {
    let version = response.version.map { " over \($0)" } ?? ""
    let text =
      "\(base) returned \(response.status)\(version) in \(Int(duration / .milliseconds(1))) ms"
    guard response.status < 500 else {
      return .failure(.badResponse, "network", text, fix: "see https://www.githubstatus.com")
    }
    return .ok("network", text + (response.timing.map(Self.steps) ?? ""))
  }

  /// The time after which each step was done; steps that were not needed are left out.
  private static func steps(_ timing: TransferMetrics.Timing) -> String {
    let steps = [
      ("lookup", timing.nameLookup), ("connected", timing.connected), ("TLS", timing.secured),
    ]
    let done = steps.filter { $0.1 > .zero }.map { "\($0.0) \(Int($0.1 / .milliseconds(1))) ms" }
    return done.isEmpty ? "" : " (\(done.joined(separator: ", ")))"
  }
}

/// Checks that the certificate authorities, which verify servers, can be read.
struct TrustCheck: DoctorCheck {
  func run(in doctor: DoctorContext) async -> [Finding] {
    let environment = doctor.context.environment
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
      let fix = SystemPackages.current.advice(.certificates)
      return [.warning("trust", "no certificate authorities found", fix: fix)]
    }
    return [.ok("trust", "certificate authorities in \(bundle)")]
  }
}

/// Compares the clock with the server's: certificates and rate limits depend on it.
struct ClockCheck: DoctorCheck {
  func run(in doctor: DoctorContext) async -> [Finding] {
    guard case .reached(let response, _) = doctor.connection, let date = response.date
    else { return [] }
    let skew = doctor.context.now().timeIntervalSince(date).rounded()
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

  /// In seconds; the server's date has no fractions, and the response takes time to arrive.
  private static let tolerance: Double = 30
}

/// Checks where the token comes from, whether GitHub accepts it, and whether it can set stars.
struct TokenCheck: DoctorCheck {
  func run(in doctor: DoctorContext) async -> [Finding] {
    do throws(TokenError) {
      guard let found = try doctor.session.tokens.load() else { return [Self.none] }
      return await findings(found.source, doctor)
    } catch {
      return [.failure(CommandFailure(error, operation: "read the token"), "token")]
    }
  }

  private static let none = Finding.warning(
    "token",
    "none: ten searches a minute, and no starring",
    fix: "run `ghsearch auth login`"
  )

  private func findings(_ source: TokenSource, _ doctor: DoctorContext) async -> [Finding] {
    guard case .reached = doctor.connection else {
      return [.warning("token", "from \(source.sentence), not checked", fix: "fix the network")]
    }
    do throws(CommandFailure) {
      let account = try await doctor.session.ask(.currentUser)
      let accepted = Finding.ok("token", "\(account.value.login), from \(source.sentence)")
      return [accepted, permission(account.scopes)]
    } catch {
      guard error.kind == .rateLimited else { return [.failure(error, "token")] }
      return await findingsAtLimit(source, doctor)
    }
  }

  /// The answer about limits, which is not counted, says whether the token is valid and what it may do.
  private func findingsAtLimit(_ source: TokenSource, _ doctor: DoctorContext) async -> [Finding] {
    do throws(CommandFailure) {
      let limits = try await doctor.session.ask(.rateLimits)
      let text = "valid, from \(source.sentence); whose it is can be asked when the limit is reset"
      return [.ok("token", text), permission(limits.scopes)]
    } catch {
      return [.failure(error, "token")]
    }
  }

  private func permission(_ scopes: [String]?) -> Finding {
    let permission = StarPermission(scopes: scopes)
    guard permission != .granted else { return .ok("stars", permission.sentence) }
    return .warning("stars", permission.sentence, fix: StarPermission.advice)
  }
}

/// Checks what is left of GitHub's rate limits.
struct LimitCheck: DoctorCheck {
  func run(in doctor: DoctorContext) async -> [Finding] {
    guard case .reached = doctor.connection else { return [] }
    do throws(GitHubError) {
      let limits = try await doctor.session.client.send(.rateLimits).value
      return limits.filter { ["core", "search"].contains($0.resource) }
        .map { finding($0, doctor.context) }
    } catch {
      // Some servers have no limits, and TokenCheck reports a token that is rejected.
      return []
    }
  }

  private func finding(_ limit: RateLimit, _ context: Context) -> Finding {
    let text = "\(limit.resource): \(limit.sentence(now: context.now()))"
    guard limit.remaining == 0 else { return .ok("limits", text) }
    return .warning("limits", text, fix: "wait until then, or use --wait")
  }
}
