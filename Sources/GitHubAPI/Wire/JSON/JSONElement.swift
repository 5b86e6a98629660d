/// One value of a JSON text, asked for what was due in its place.
struct JSONElement {
  let text: JSONText
  let node: Int

  var isNull: Bool { text.kind(node) == .null }

  /// - Throws: ``JSONMismatch`` where it is no object.
  func members() throws(JSONMismatch) -> JSONMembers {
    guard text.kind(node) == .object else { throw mismatch }
    return JSONMembers(self)
  }

  /// The values in an array, each as `read` makes it.
  ///
  /// - Throws: ``JSONMismatch`` where it is no array, and what `read` throws.
  func map<Value>(
    _ read: (JSONElement) throws(JSONMismatch) -> Value
  ) throws(JSONMismatch) -> [Value] {
    guard text.kind(node) == .array else { throw mismatch }
    var values: [Value] = []
    var place = node + 1
    let end = text.next(node)
    while place < end {
      values.append(try read(JSONElement(text: text, node: place)))
      place = text.next(place)
    }
    return values
  }

  /// It is something else than what was due.
  var mismatch: JSONMismatch { JSONMismatch(.other, at: node) }

  /// It is of the kind that was due, and nothing can be made of it.
  var unreadable: JSONMismatch { JSONMismatch(.unreadable, at: node) }
}

/// What a JSON text has that was not due.
struct JSONMismatch: Error {
  enum Kind {
    /// An object lacks this key.
    case missing(StaticString)
    case other
    case unreadable
  }

  let kind: Kind
  /// Where, for ``JSONText/path(to:)``.
  let node: Int

  init(_ kind: Kind, at node: Int) {
    (self.kind, self.node) = (kind, node)
  }
}

/// What a value of a JSON text can be read as.
///
/// Like `Decodable`, but without its containers: those are generic over the keys of each type, and the
/// runtime puts them together at the first use of each, which takes as long as reading a page. See
/// decision 0051.
protocol JSONReadable {
  init(_ json: JSONElement) throws(JSONMismatch)
}
