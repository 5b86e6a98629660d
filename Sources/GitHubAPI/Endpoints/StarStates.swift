import HTTPTransport
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Endpoint where Value == [String: Bool] {
  /// Which of up to 100 repositories the signed-in user starred, in one GraphQL query.
  ///
  /// Repositories are named by their node ids; those that GitHub does not resolve are left out.
  package static func starStates(nodeIDs: [String]) -> Self {
    Self(
      interface: .graphQLQuery,
      method: .post,
      path: ["graphql"],
      body: StarStatesRequest(nodeIDs: nodeIDs).data,
      authentication: .required,
      attempted: "ask which of these are starred",
      read: { response throws(UnreadableBody) in
        guard response.head.status == .ok else { return nil }
        return try JSONBody.decode(StarStatesResponse.self, from: response).states()
      }
    )
  }
}
