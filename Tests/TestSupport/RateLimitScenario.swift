package import Foundation
package import HTTPTransport
package import HTTPTypes
import System

/// A server's rate-limit behavior, request by request; generated from a seed.
package struct RateLimitScenario: Sendable {
  /// The responses: the n-th request gets the n-th, and later requests get plain successes.
  package var steps: [Step]
  /// The number of seconds by which the local clock is ahead of the server's.
  package var skew: Int
  package var waiting: Waiting
  /// The sequence of calls, made by alternating processes.
  package var commands: [Int]
  /// Seconds between the end of a command and the start of the next.
  package var pauses: [Int]

  package enum Waiting: String, Sendable, CaseIterable {
    case byDefault, noWait, wait
  }

  package struct Step: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
      case success
      case refusal(status: Int)
      /// Status 200 with errors for a GraphQL call; 403 for any other.
      case graphQLRefusal(hasType: Bool)
      case serverError
      case connectionLost
    }

    package var kind = Kind.success
    package var limit: String?
    package var remaining: String?
    package var reset: Time?
    package var resource: String?
    package var retryAfter: Time?
    /// Whether the body contains a rate limit message.
    package var hasMessage = false
    package var hasDate = true
    package var latency = 0

    package init(
      _ kind: Kind = .success,
      limit: String? = nil,
      remaining: String? = nil,
      reset: Time? = nil,
      resource: String? = nil,
      retryAfter: Time? = nil,
      hasMessage: Bool = false,
      hasDate: Bool = true,
      latency: Int = 0
    ) {
      self.kind = kind
      self.limit = limit
      self.remaining = remaining
      self.reset = reset
      self.resource = resource
      self.retryAfter = retryAfter
      self.hasMessage = hasMessage
      self.hasDate = hasDate
      self.latency = latency
    }
  }

  /// A time in a header field.
  package enum Time: Sendable, Equatable {
    /// Seconds from the server's time: Unix time in a reset, a date in `Retry-After`.
    case fromNow(Int)
    case text(String)
  }

  package init(
    steps: [Step],
    skew: Int = 0,
    waiting: Waiting,
    commands: [Int] = [],
    pauses: [Int] = []
  ) {
    self.steps = steps
    self.skew = skew
    self.waiting = waiting
    self.commands = commands
    self.pauses = pauses
  }
}

// MARK: - Generating

extension RateLimitScenario {
  package init(seed: UInt64, commands kinds: Int) {
    var dice = Dice(state: seed)
    steps = (0..<Int.random(in: 1...12, using: &dice)).map { _ in Step(using: &dice) }
    skew = dice.one(of: [0, 0, 0, 5, -5, 100, -100, 3600, -3600, 7200, -7200])
    waiting = dice.one(of: Waiting.allCases)
    commands = (0..<Int.random(in: 1...4, using: &dice)).map { _ in
      Int.random(in: 0..<kinds, using: &dice)
    }
    pauses = commands.map { _ in dice.one(of: [0, 0, 1, 5, 59, 61, 600, 3700]) }
  }
}

extension RateLimitScenario.Step {
  fileprivate init(using dice: inout Dice) {
    kind = dice.one(of: [
      .success, .success, .success, .success, .refusal(status: 403), .refusal(status: 403),
      .refusal(status: 429), .graphQLRefusal(hasType: true), .graphQLRefusal(hasType: false),
      .serverError, .connectionLost,
    ])
    latency = dice.one(of: [0, 0, 20, 300, 1500, 4000])
    hasDate = Int.random(in: 0..<8, using: &dice) > 0
    hasMessage = Bool.random(using: &dice)
    if Int.random(in: 0..<8, using: &dice) > 0 {
      limit = dice.one(of: ["30", "30", "60", "5000", "2", "1", "0", "", "x", "30, 30", nil])
      remaining = dice.one(of: ["0", "0", "0", "0", "1", "2", "20", "29", "", "-1", "0, 0", nil])
      reset = dice.one(of: [
        .fromNow(1), .fromNow(4), .fromNow(30), .fromNow(59), .fromNow(60), .fromNow(300),
        .fromNow(3000), .fromNow(3600), .fromNow(0), .fromNow(-2), .fromNow(-60), .fromNow(7200),
        .text("1750003642000"), .text(""), .text("99999999999999999999"), nil,
      ])
      resource = dice.one(of: [nil, nil, nil, "core", "search", "graphql", "code_search", ""])
    }
    if Int.random(in: 0..<4, using: &dice) == 0 {
      retryAfter = dice.one(of: [
        .text("0"), .text("1"), .text("5"), .text("30"), .text("61"), .text("3000"), .text("-5"),
        .text(""), .text("soon"), .text("100000000000000"), .fromNow(20), .fromNow(-20),
        .fromNow(5000),
      ])
    }
  }
}

// MARK: - Effects of a response

extension RateLimitScenario.Step {
  /// Whether the response refuses a request for the resource because of a rate limit.
  package func isRefusal(of resource: String) -> Bool {
    switch kind {
    case .success, .serverError, .connectionLost: false
    case .refusal(let status):
      status == 429 || retryAfter != nil || remaining == "0" || hasMessage
    case .graphQLRefusal: true
    }
  }

  /// The seconds after the response during which no request may follow, by resource.
  func blocked(_ resource: String, serverNow: Int, localNow: Int) -> [String: Int] {
    guard kind != .connectionLost else { return [:] }
    let now = hasDate ? serverNow : localNow
    let untilReset = remaining == "0" ? secondsToReset(serverNow, now) : nil
    var blocked: [String: Int] = [:]
    if let untilReset, let named = named(resource) { blocked[named] = untilReset }
    guard isRefusal(of: resource) else { return blocked }
    blocked[resource] = secondsToRetry(serverNow, now) ?? untilReset ?? 60
    return blocked
  }

  /// Returns nil for a resource that the program does not know.
  private func named(_ resource: String) -> String? {
    guard let name = self.resource else { return resource }
    return ["core", "search", "graphql"].contains(name) ? name : nil
  }

  private func secondsToReset(_ serverNow: Int, _ now: Int) -> Int? {
    guard case .fromNow(let seconds)? = reset else { return nil }
    let length = serverNow + seconds - now
    return (-5...3660).contains(length) ? max(length, 1) : nil
  }

  /// Returns nil if `Retry-After` is unusable; an implausibly distant time counts as a minute.
  private func secondsToRetry(_ serverNow: Int, _ now: Int) -> Int? {
    let length: Int
    switch retryAfter {
    case nil: return nil
    case .fromNow(let seconds): length = serverNow + seconds - now
    case .text(let text):
      guard let number = Int(text) else { return nil }
      length = number
    }
    guard length >= 0 else { return nil }
    return length <= 86_400 ? max(length, 1) : 60
  }
}

// MARK: - The server

/// A server that follows a scenario and records every request, on a clock that only responses and
/// waits advance.
package final class ScenarioServer: HTTPTransport {
  /// One request and the effects of its response; times in milliseconds.
  package struct Entry: Sendable, CustomStringConvertible {
    package let command: Int
    package let sent: Int
    package let answered: Int
    package let method: String
    package let path: String
    package let resource: String
    package let isRefused: Bool
    package let isLost: Bool
    /// The earliest time of the next request, by resource.
    package let blockedUntil: [String: Int]

    package var isWrite: Bool { method == "PUT" || method == "DELETE" }

    package var description: String {
      let times = "\(sent)…\(answered) ms"
      let until = blockedUntil.sorted { $0.key < $1.key }.map { "\($0.key) until \($0.value)" }
      let end = (isRefused ? ["refused"] : []) + until
      return "command \(command): \(times) \(method) \(path): \(end.joined(separator: ", "))"
    }
  }

  private let scenario: RateLimitScenario
  private let clock: ManualClock
  private let start: ManualClock.Instant
  private let state = Guarded<(entries: [Entry], command: Int)>(([], 0))

  package init(_ scenario: RateLimitScenario, clock: ManualClock) {
    (self.scenario, self.clock) = (scenario, clock)
    start = clock.now
  }

  package var entries: [Entry] { state.withLock { $0.entries } }

  /// Milliseconds since the scenario began.
  package var now: Int {
    let (seconds, attoseconds) = start.duration(to: clock.now).components
    return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
  }

  /// The local clock's time.
  package var date: Date { Self.epoch.addingTimeInterval(Double(now) / 1000) }

  /// Marks the start of a command.
  package func beginCommand(_ number: Int) {
    state.withLock { $0.command = number }
  }

  package func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let (index, sent) = (state.withLock { $0.entries.count }, now)
    clock.advance(by: .milliseconds(latency(of: index)))
    return try respond(to: request.head, number: index, sent: sent)
  }

  /// The latency in milliseconds.
  package func latency(of index: Int) -> Int { step(index).latency }

  private func step(_ index: Int) -> RateLimitScenario.Step {
    index < scenario.steps.count ? scenario.steps[index] : .init()
  }

  /// Returns the response at the current time to the request numbered `index`.
  package func respond(
    to head: HTTPRequest,
    number index: Int,
    sent: Int
  ) throws(TransportError) -> TransportResponse {
    let path = head.path ?? ""
    let resource =
      path.hasPrefix("/search") ? "search" : path.hasPrefix("/graphql") ? "graphql" : "core"
    let step = step(index)
    let local = Int(date.timeIntervalSince1970.rounded(.down))
    let server = local - scenario.skew
    let blocked = step.blocked(resource, serverNow: server, localNow: local)
    let answered = now
    state.withLock { state in
      state.entries.append(
        Entry(
          command: state.command,
          sent: sent,
          answered: answered,
          method: head.method.rawValue,
          path: path,
          resource: resource,
          isRefused: step.isRefusal(of: resource),
          isLost: step.kind == .connectionLost || step.kind == .serverError,
          blockedUntil: blocked.mapValues { answered + $0 * 1000 }
        )
      )
    }
    if step.kind == .connectionLost {
      throw TransportError(.connectionLost, host: "scenario", reason: "the scenario has it so")
    }
    return step.response(to: head, resource: resource, server: server)
  }

  private static let epoch = Date(timeIntervalSince1970: 1_750_000_000)
}

extension RateLimitScenario.Step {
  fileprivate func response(
    to head: HTTPRequest,
    resource: String,
    server: Int
  ) -> TransportResponse {
    var fields: HTTPFields = [:]
    func set(_ name: String, _ value: String?) {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    set("Date", hasDate ? Self.httpDate(server) : nil)
    set("X-RateLimit-Limit", limit)
    set("x-ratelimit-remaining", remaining)
    set("X-RateLimit-Reset", reset.map { $0.text { String(server + $0) } })
    set("X-RateLimit-Resource", self.resource)
    set("Retry-After", retryAfter.map { $0.text { Self.httpDate(server + $0) } })
    let message = #"{"message":"You have exceeded a secondary rate limit."}"#
    switch kind {
    case .connectionLost, .success:
      // A success has no Retry-After.
      set("Retry-After", nil)
      return success(head, fields)
    case .serverError:
      set("Retry-After", nil)
      return Self.response(502, fields, "")
    case .refusal(let status):
      return Self.response(status, fields, hasMessage ? message : #"{"message":"Forbidden"}"#)
    case .graphQLRefusal(let hasType):
      guard resource == "graphql" else { return Self.response(403, fields, message) }
      let error =
        hasType
        ? #"{"type":"RATE_LIMITED","message":"API limit exceeded for user ID 1."}"#
        : #"{"message":"You have exceeded a secondary rate limit. Please wait."}"#
      return Self.response(200, fields, #"{"data":null,"errors":[\#(error)]}"#)
    }
  }

  private func success(_ head: HTTPRequest, _ fields: HTTPFields) -> TransportResponse {
    let path = head.path ?? ""
    if path.hasPrefix("/user/starred/") { return Self.response(204, fields, "") }
    if path.hasPrefix("/graphql") { return Self.response(200, fields, #"{"data":{"nodes":[]}}"#) }
    if path.hasSuffix("/languages") { return Self.response(200, fields, "{}") }
    guard path.hasPrefix("/search") else {
      return Self.response(path.hasSuffix("/readme") ? 404 : 200, fields, Self.repository(1))
    }
    let page = (1...3).last { path.contains("&page=\($0)") } ?? 1
    var fields = fields
    if page < 3, let link = HTTPField.Name("Link") {
      let origin = "\(head.scheme ?? "")://\(head.authority ?? "")"
      let next = "\(origin)/search/repositories?q=x&per_page=100&page=\(page + 1)"
      fields[link] = "<\(next)>; rel=\"next\""
    }
    let items = (0..<2).map { Self.repository(page * 10 + $0) }.joined(separator: ",")
    return Self.response(200, fields, #"{"total_count":300,"items":[\#(items)]}"#)
  }

  private static func repository(_ id: Int) -> String {
    #"{"id":\#(id),"node_id":"n\#(id)","full_name":"o/r\#(id)","owner":{"login":"o"},"#
      + #""html_url":"https://github.com/o/r\#(id)"}"#
  }

  private static func response(
    _ status: Int,
    _ fields: HTTPFields,
    _ body: String
  ) -> TransportResponse {
    let head = HTTPResponse(status: .init(code: status), headerFields: fields)
    return TransportResponse(head: head, body: Array(body.utf8))
  }

  /// Formats a date as in RFC 9110, section 5.6.7.
  private static func httpDate(_ seconds: Int) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    var text = [CChar](repeating: 0, count: 64)
    strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self)
  }
}

extension RateLimitScenario.Time {
  fileprivate func text(_ fromNow: (Int) -> String) -> String {
    switch self {
    case .fromNow(let seconds): fromNow(seconds)
    case .text(let text): text
    }
  }
}

// MARK: - The invariants

package enum RateLimitInvariants {
  /// The first violation that the requests show; nil if there is none.
  package static func violation(_ entries: [ScenarioServer.Entry]) -> String? {
    early(entries) ?? storm(entries) ?? hurried(entries)
  }

  /// Checks that no request is sent before the time named by an earlier response.
  private static func early(_ entries: [ScenarioServer.Entry]) -> String? {
    for (index, earlier) in entries.enumerated() {
      for later in entries[(index + 1)...] where later.sent >= earlier.answered {
        if let until = earlier.blockedUntil[later.resource], later.sent < until {
          return "sent too early: [\(later)] after [\(earlier)]"
        }
      }
    }
    return nil
  }

  /// Checks that at most one refused request follows each refusal.
  private static func storm(_ entries: [ScenarioServer.Entry]) -> String? {
    for (index, first) in entries.enumerated() where first.isRefused {
      for second in entries[(index + 1)...]
      where second.isRefused && second.resource == first.resource
        && second.sent < first.answered
      {
        // Concurrent requests are allowed only before the first refusal or after a success.
        let earlier = entries.filter {
          $0.resource == first.resource && $0.answered <= min(first.sent, second.sent)
            && !$0.isLost
        }
        if earlier.max(by: { $0.answered < $1.answered })?.isRefused == true {
          return "two requests refused after one refusal: [\(first)] and [\(second)]"
        }
      }
    }
    return nil
  }

  /// Checks that writes are a second apart.
  private static func hurried(_ entries: [ScenarioServer.Entry]) -> String? {
    let writes = entries.filter(\.isWrite).sorted { $0.sent < $1.sent }
    for (first, second) in zip(writes, writes.dropFirst()) where second.sent - first.sent < 1000 {
      return "writes less than a second apart: [\(first)] and [\(second)]"
    }
    return nil
  }

  /// Finds a request that follows a refusal within a command with `--no-wait`.
  package static func requestAfterRefusal(_ entries: [ScenarioServer.Entry]) -> String? {
    for command in Set(entries.map(\.command)) {
      let own = entries.filter { $0.command == command }
      if let index = own.firstIndex(where: \.isRefused), index + 1 < own.count {
        return "sent after a refusal, without waiting: [\(own[index + 1])]"
      }
    }
    return nil
  }
}
