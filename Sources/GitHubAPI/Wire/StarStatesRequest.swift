#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The body of the GraphQL query for star states.
struct StarStatesRequest: Encodable {
  private let query =
    "query($ids: [ID!]!) { nodes(ids: $ids) { ... on Repository { id viewerHasStarred } } }"
  private let variables: Variables

  private struct Variables: Encodable {
    let ids: [String]
  }

  init(nodeIDs: [String]) {
    variables = Variables(ids: nodeIDs)
  }

  /// Texts alone can always be encoded.
  var data: Data { (try? JSONEncoder().encode(self)) ?? Data() }
}
