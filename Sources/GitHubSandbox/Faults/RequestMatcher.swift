/// Which requests a fault is for.
package struct RequestMatcher: Sendable {
  private let isMatch: @Sendable (SandboxRequest) -> Bool

  package init(_ isMatch: @escaping @Sendable (SandboxRequest) -> Bool) {
    self.isMatch = isMatch
  }

  func matches(_ request: SandboxRequest) -> Bool { isMatch(request) }

  package static let any = Self { _ in true }
  package static let search = Self { $0.path == "/search/repositories" }
  /// `GET`, `PUT` and `DELETE /user/starred/{owner}/{repo}`.
  package static let star = Self { $0.path.hasPrefix("/user/starred/") }
  package static let graphQL = Self { $0.path == "/graphql" }

  /// A path exactly as it comes, without the query.
  package static func path(_ path: String) -> Self { Self { $0.path == path } }

  package static func method(_ method: String) -> Self { Self { $0.method == method } }

  /// A query parameter with this decoded value; `.page(3)` of a search, for instance.
  package static func parameter(_ name: String, _ value: String) -> Self {
    Self { $0.parameter(name) == value }
  }

  /// A page of a list; page 1 also when no page is named.
  package static func page(_ number: Int) -> Self {
    Self { ($0.parameter("page") ?? "1") == String(number) }
  }

  /// Both must match.
  package static func && (left: Self, right: @autoclosure () -> Self) -> Self {
    let right = right()
    return Self { left.matches($0) && right.matches($0) }
  }
}
