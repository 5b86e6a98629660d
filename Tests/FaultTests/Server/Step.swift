/// One thing that a fault server does.
enum Step: Sendable {
  case send(Bytes)
  /// An answer of HTTP/1.1 with its length.
  case answer(status: String, fields: [String], body: String)
  /// A byte at a time, with a pause before each.
  case drip(Bytes, milliseconds: Int32)
  /// The same again and again, until the peer is gone.
  case flood(Bytes)
  /// Frames of HTTP/2; those without a stream of their own are on that of the request.
  case frames([Frame])
  /// The same frames again and again, until the peer is gone.
  case floodFrames([Frame])
  case pause(milliseconds: Int32)
  /// Nothing more, until the peer is gone.
  case stall
  case close
  /// As a machine that lost its memory: RST instead of FIN.
  case reset
  /// Sends a signal to the program.
  case signal(Int32)
  /// Goes on when the program has stopped.
  case awaitStop
  /// Presses keys at the program's terminal.
  case type(String)
}

/// What a server sends, or the program is handed.
///
/// A text may have places for what is only known when a case runs, such as `{url}`; see ``Places``.
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

/// What stands for `{name}` in the texts of a case.
struct Places: Sendable {
  var values: [String: String] = [:]

  func fill(_ text: String) -> String {
    guard text.contains("{") else { return text }
    return values.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
  }
}

/// What a server does with one request.
struct Reply: Sendable {
  let steps: [Step]

  init(_ steps: [Step]) {
    self.steps = steps
  }

  init(_ steps: Step...) {
    self.steps = steps
  }

  /// An answer with its length; the connection is kept.
  static func answer(
    _ status: String = "200 OK",
    _ fields: [String] = [],
    body: String = ""
  ) -> Self {
    Reply(.answer(status: status, fields: fields, body: body))
  }

  /// These bytes, and then the end of the connection.
  static func bytes(_ bytes: Bytes) -> Self {
    Reply(.send(bytes), .close)
  }
}

/// What a server does with every connection and every request.
struct Script: Sendable {
  /// The replies to the requests whose first line has the text in it; the last one repeats.
  struct Route: Sendable {
    let text: String
    let replies: [Reply]

    init(_ text: String, _ replies: Reply...) {
      self.text = text
      self.replies = replies
    }
  }

  /// Done before the first byte of a connection is read.
  var greeting: [Step] = []
  var routes: [Route] = []

  /// The same replies, in order, to whatever is asked.
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
