/// One thing that a fault server does.
enum Step: Sendable {
  case send(Bytes)
  /// An HTTP/1.1 response with its length.
  case answer(status: String, fields: [String], body: String)
  /// Sends one byte at a time, with a pause before each.
  case drip(Bytes, milliseconds: Int32)
  /// Repeats the bytes until the peer is gone.
  case flood(Bytes)
  case pause(milliseconds: Int32)
  /// Sends nothing more until the peer is gone.
  case stall
  case close
  /// Sends RST instead of FIN, as a rebooted machine does.
  case reset
  /// Sends a signal to the program.
  case signal(Int32)
  /// Waits until the program has stopped.
  case awaitStop
  /// Types at the program's terminal.
  case type(String)
}

/// Bytes that a server sends or the program gets.
///
/// A text may contain placeholders for values known only at run time, such as `{url}`; see
/// ``Places``.
enum Bytes: Sendable, ExpressibleByStringInterpolation {
  case text(String)
  case raw([UInt8])

  init(stringLiteral text: String) {
    self = .text(text)
  }

  func filled(_ places: Places) -> [UInt8] {
    switch self {
    case .text(let text): Array(places.fill(text).utf8)
    case .raw(let bytes): bytes
    }
  }
}

/// The values of the placeholders `{name}` in a case's texts.
struct Places: Sendable {
  var values: [String: String] = [:]

  func fill(_ text: String) -> String {
    guard text.contains("{") else { return text }
    return values.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
  }
}

/// A server's reaction to one request.
struct Reply: Sendable {
  let steps: [Step]

  init(_ steps: [Step]) {
    self.steps = steps
  }

  init(_ steps: Step...) {
    self.steps = steps
  }

  /// A response with its length; the connection stays open.
  static func answer(
    _ status: String = "200 OK",
    _ fields: [String] = [],
    body: String = ""
  ) -> Self {
    Reply(.answer(status: status, fields: fields, body: body))
  }

  /// These bytes, then the end of the connection.
  static func bytes(_ bytes: Bytes) -> Self {
    Reply(.send(bytes), .close)
  }
}

/// A server's reaction to every connection and request.
struct Script: Sendable {
  /// The replies to requests whose request line contains the text; the last one repeats.
  struct Route: Sendable {
    let text: String
    let replies: [Reply]

    init(_ text: String, _ replies: Reply...) {
      self.text = text
      self.replies = replies
    }
  }

  /// The steps before reading a connection's first byte.
  var greeting: [Step] = []
  var routes: [Route] = []

  /// The same replies, in order, to any request.
  static func replies(_ replies: Reply...) -> Self {
    Self(routes: [Route("", replies)])
  }

  static func routes(_ routes: Route...) -> Self {
    Self(routes: routes)
  }

  static func greeting(_ steps: Step...) -> Self {
    Self(greeting: steps)
  }
}

extension Script.Route {
  init(_ text: String, _ replies: [Reply]) {
    self.text = text
    self.replies = replies
  }
}
