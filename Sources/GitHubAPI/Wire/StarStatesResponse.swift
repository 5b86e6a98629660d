/// The answer to the GraphQL query for star states.
///
/// GraphQL answers 200 to a query that failed, with errors in place of data; beside data they tell of
/// single nodes that are gone.
struct StarStatesResponse: JSONReadable {
  private let data: Nodes?
  private let errors: [Lossy<Problem>]

  init(_ json: JSONElement) throws(JSONMismatch) {
    var members = try json.members()
    data = members.lenient("data")
    errors = members.lenient("errors") ?? []
  }

  private struct Nodes: JSONReadable {
    let nodes: [Lossy<Node>]

    init(_ json: JSONElement) throws(JSONMismatch) {
      var members = try json.members()
      nodes = try members.value("nodes")
    }
  }

  private struct Node: JSONReadable {
    let id: String
    let isStarred: Bool

    init(_ json: JSONElement) throws(JSONMismatch) {
      var members = try json.members()
      id = try members.value("id")
      isStarred = try members.value("viewerHasStarred")
    }
  }

  private struct Problem: JSONReadable {
    let message: String

    init(_ json: JSONElement) throws(JSONMismatch) {
      var members = try json.members()
      message = try members.value("message")
    }
  }

  func states() throws(UnreadableBody) -> [String: Bool] {
    guard let data else {
      let message = errors.compactMap { $0.element?.message }.first
      throw UnreadableBody(reason: message ?? "the answer has no data")
    }
    let known = data.nodes.compactMap(\.element).map { ($0.id, $0.isStarred) }
    return Dictionary(known) { first, _ in first }
  }
}
