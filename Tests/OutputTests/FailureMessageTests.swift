import Core
import Foundation
import GitHubAPI
import GitHubModel
import HTTPTransport
import HTTPTypes
import OperationTesting
import Output
import TestSupport
import Testing

@testable import GitHubAPI

/// The messages for failed responses: for every status, call, token and header field.
@Suite struct FailureMessageTests {
  private enum Call: CaseIterable {
    case search, view, starred, star, unstar, account
  }

  /// The fields and body of the response; `{token}` in it stands for the token.
  private struct Variant: Sendable {
    var fields: [String: String] = [:]
    var body = #"{"message":"Reason of GitHub"}"#
    /// A part of the line.
    var reason = "Reason of GitHub"
  }

  private static let canary = "c4n4ryC4n4ry"
  private static let signOn = "https://github.com/orgs/octo/sso?authorization_request=AB12"
  private static let longReason = String(repeating: "All of this is the reason. ", count: 10)

  private static let variants: [Variant] = [
    Variant(), Variant(body: "<html>", reason: "HTTP status"),
    Variant(fields: ["X-OAuth-Scopes": "gist", "X-Accepted-OAuth-Scopes": "public_repo, repo"]),
    Variant(fields: ["X-OAuth-Scopes": "repo, user", "X-Accepted-OAuth-Scopes": "public_repo"]),
    Variant(fields: ["X-OAuth-Scopes": "gist", "X-Accepted-OAuth-Scopes": ""]),
    Variant(fields: ["X-OAuth-Scopes": "", "X-Accepted-OAuth-Scopes": "user"]),
    Variant(fields: ["X-Accepted-GitHub-Permissions": "starring=write"]),
    Variant(fields: ["X-GitHub-SSO": "required; url=\(signOn)"]),
    Variant(fields: ["X-GitHub-SSO": "required; url=https://evil.test/orgs/octo/sso"]),
    Variant(fields: ["X-GitHub-SSO": "required; url=https://github.com.evil.test/sso"]),
    Variant(fields: ["X-GitHub-SSO": "required; url=https://github.com@evil.test/sso"]),
    Variant(fields: ["X-GitHub-SSO": "required; url=http://github.com/evil.test"]),
    Variant(fields: ["X-GitHub-SSO": "required; url=\(signOn)&t={token}"]),
    Variant(fields: ["X-GitHub-SSO": "partial-results; organizations=21955855"]),
    Variant(
      body:
        #"{"message":"Access blocked","block":{"reason":"dmca","html_url":"https://github.com/github/dmca/x"}}"#,
      reason: "Access blocked: dmca, https://github.com/github/dmca/x"
    ),
    Variant(body: #"{"message":"\#(longReason)"}"#, reason: longReason),
    Variant(body: #"{"message":"\#(String(repeating: "x", count: 5000))"}"#, reason: "…"),
    Variant(body: #"{"message":"Bearer {token}\u001b[2J\u202e\n"}"#, reason: "Bearer "),
    Variant(
      fields: [
        "X-OAuth-Scopes": "{token}", "X-Accepted-OAuth-Scopes": String(repeating: "y", count: 3000),
      ]
    ),
  ]

  private static let tokens: [String?] = [nil, canary, "github_pat_\(canary)"]

  /// Statuses from 430 to 499 and from 505 on are treated alike, except 451.
  private static let statuses =
    Rounds.areAll ? Array(400...599) : Array(400...429) + [451, 499] + Array(500...504) + [599]

  @Test func `each kind of failure has a fitting message`() async throws {
    var advice = Advice()
    for status in Self.statuses { try await Self.expectFittingLines(status, &advice) }

    // Unknown advice would not be checked, so there must be none.
    #expect(advice.given == advice.known)
  }

  private static func expectFittingLines(_ status: Int, _ advice: inout Advice) async throws {
    for call in Call.allCases {
      for (index, variant) in variants.enumerated() {
        // Statuses with a specific meaning are tried with every token, and others with one in turn.
        let own =
          [401, 403, 404, 422, 451, 500].contains(status)
          ? tokens : [tokens[(status + index) % tokens.count]]
        for token in own where token != nil || [.search, .view].contains(call) {
          let failure = try await failure(of: call, status, variant, token)
          let line = failure.message.line
          let name: Comment = "\(status) \(call) \(index) \(token ?? "-"): \(line)"

          #expect(line.utf8.count <= 499 && !line.contains("\n"), name)
          #expect(!line.contains(canary) && !line.contains("\u{1B}"), name)
          #expect(!line.contains("evil.test"), name)
          #expect(line.contains(variant.reason), name)
          expectFittingAdvice(line, call, status, variant, token, name, &advice)
        }
      }
    }
  }

  /// The pieces of advice that were expected, and those that occurred.
  private struct Advice {
    var known: Set<String> = []
    var given: Set<String> = []
  }

  /// Each piece of advice occurs only in lines that it fits.
  private static func expectFittingAdvice(
    _ line: String,
    _ call: Call,
    _ status: Int,
    _ variant: Variant,
    _ token: String?,
    _ name: Comment,
    _ advice: inout Advice
  ) {
    func expect(_ text: String, only isFitting: Bool) {
      advice.known.insert(text)
      guard line.contains(text) else { return }
      advice.given.insert(text)
      #expect(isFitting, name)
    }
    let isSearch = call == .search
    let isChange = call == .star || call == .unstar
    let isFineGrained = token?.hasPrefix("github_pat_") == true
    let accepted = variant.fields["X-Accepted-OAuth-Scopes"] ?? ""
    let lacksScopes = !accepted.isEmpty && variant.fields["X-OAuth-Scopes"] != "repo, user"
    expect("check the query", only: isSearch && status == 422)
    expect("check the spelling", only: status == 404 && !isSearch && call != .account)
    expect("try again later", only: status >= 500)
    expect("try again after", only: status == 429)
    // GitHub answers 404 to a star if the token may not star, with or without naming a scope.
    let granted = variant.fields["X-OAuth-Scopes"]
    let starsNothing = isChange && status == 404 && granted != nil && granted != "repo, user"
    expect(
      "one of the scopes",
      only: (status == 403 && lacksScopes || starsNothing) && token != nil
    )
    expect("cannot star", only: (status == 403 && isChange || starsNothing) && isFineGrained)
    expect("auth login", only: token == nil && [401, 403].contains(status) || isFineGrained)
    expect("auth status", only: !variant.body.contains("block") || status == 401)
    expect("expired", only: status == 401 && token != nil)
    expect(signOn, only: [403, 404].contains(status) && variant.fields["X-GitHub-SSO"] != nil)
    if status == 403, variant.fields["X-GitHub-SSO"] == "required; url=\(signOn)" {
      #expect(line.hasSuffix("; authorize the token for the organization: \(signOn)"), name)
    }
    let isOnlyAboutToken =
      variant.fields["X-GitHub-SSO"] == nil && !variant.body.contains("block")
    if status == 403, isChange, isFineGrained, isOnlyAboutToken {
      #expect(line.contains("classic token with the scope public_repo"), name)
    }
  }

  @Test(arguments: [
    ("gist", "X-Accepted-OAuth-Scopes", "public_repo, repo", true),
    ("gist", "X-Accepted-OAuth-Scopes", "", true), ("", "X-Accepted-OAuth-Scopes", "", true),
    ("public_repo", "X-Accepted-OAuth-Scopes", "", false),
    ("repo", "X-Accepted-OAuth-Scopes", "public_repo", false),
  ])
  func `a failed star of a visible repository blames scopes only if they are missing`(
    _ granted: String,
    _ field: String,
    _ accepted: String,
    _ isBlamed: Bool
  ) async throws {
    var variant = Variant(fields: ["X-OAuth-Scopes": granted, field: accepted])
    variant.body = #"{"message":"Not Found"}"#

    let failure = try await Self.failure(of: .star, 404, variant, Self.canary, isVisible: true)

    #expect(failure.status == .permission)
    #expect(
      failure.message.line.contains("the token needs one of the scopes") == isBlamed,
      "\(failure.message.line)"
    )
    #expect(!failure.message.line.contains("spelling"))
  }

  @Test(arguments: [
    "http://evil.test/", "https://api.github.com:444/", "//evil.test/", "x y", "/x",
  ])
  func `does not suggest waiting after an unfollowed redirect`(_ location: String) async throws {
    let variant = Variant(fields: ["Location": location])

    let failure = try await Self.failure(of: .view, 302, variant, nil)

    #expect(failure.status == .badResponse)
    #expect(
      failure.message.line.hasSuffix(
        "; check GHSEARCH_API_URL and GH_HOST, and any proxy in between"
      )
    )
  }

  private static func failure(
    of call: Call,
    _ status: Int,
    _ variant: Variant,
    _ token: String?,
    isVisible: Bool = false
  ) async throws -> OperationFailure {
    var world = TestWorld(environment: ["GHSEARCH_TOKEN": token ?? ""])
    world.transport = FixedTransport(
      status: status,
      fields: variant.fields.mapValues { $0.replacing("{token}", with: token ?? "nobody") },
      body: variant.body.replacing("{token}", with: token ?? "nobody"),
      isRepositoryVisible: isVisible
    )
    let session = try world.session(waitLimit: WaitPolicy.WaitLimit.none)
    let name = try #require(RepositoryName("octo/one"))
    do throws(GitHubError) {
      switch call {
      case .search: try await Self.search(session.client)
      case .view: _ = try await session.client.send(.repository(name))
      case .starred: _ = try await session.client.isStarred(name)
      case .star: try await session.client.star(name)
      case .unstar: try await session.client.unstar(name)
      case .account: _ = try await session.client.send(.currentUser)
      }
    } catch {
      return OperationFailure(error, in: session.world)
    }
    Issue.record("nothing was thrown")
    throw CancellationError()
  }

  private static func search(_ client: GitHubAPIClient) async throws(GitHubError) {
    guard let query = try? SearchQuery(text: "x") else { return }
    var pages = client.search(query, limit: 1).makeAsyncIterator()
    _ = try await pages.next(isolation: nil)
  }
}

/// Gives every request the same response.
private struct FixedTransport: HTTPTransport {
  let status: Int
  let fields: [String: String]
  let body: String
  let isRepositoryVisible: Bool

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    if isRepositoryVisible, request.head.path == "/repos/octo/one" {
      let repository = """
        {"id":1,"full_name":"octo/one","owner":{"login":"octo"},"html_url":"https://github.com/octo/one"}
        """
      return TransportResponse(head: HTTPResponse(status: .ok), body: Array(repository.utf8))
    }
    var head = HTTPResponse(status: .init(code: status))
    for (name, value) in fields {
      if let name = HTTPField.Name(name) { head.headerFields[name] = value }
    }
    return TransportResponse(head: head, body: Array(body.utf8))
  }
}
