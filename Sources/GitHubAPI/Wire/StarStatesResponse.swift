/// The answer to the GraphQL query for star states.
///
/// GraphQL answers 200 to a query that failed, with errors in place of data; beside data they tell of
/// single nodes that are gone.
struct StarStatesResponse: Decodable {
  private let data: Nodes?
  private let errors: [Lossy<Problem>]?

  private struct Nodes: Decodable {
    let nodes: [Lossy<Node>]
  }

  private struct Node: Decodable {
    let id: String
    let viewerHasStarred: Bool
  }

  private struct Problem: Decodable {
    let message: String
  }

  func states() throws(UnreadableBody) -> [String: Bool] {
    guard let data else {
      let message = errors?.compactMap { $0.element?.message }.first
      throw UnreadableBody(reason: message ?? "the answer has no data")
    }
    let known = data.nodes.compactMap(\.element).map { ($0.id, $0.viewerHasStarred) }
    return Dictionary(known) { first, _ in first }
  }
}
