extension FaultCase {
  /// Malformed HTTP/2 frames, over TLS because libcurl speaks HTTP/2 nowhere else.
  static let http2: [Self] = http2Good + http2Once + http2Bad

  private static let rows = JSON.rows(3)
  private static let answer: [Frame] = [.headers(), .data(rows)]
  /// A request takes 30 s, its retries included.
  private static let aRequest = 36.0
  private static let filler = String(repeating: "x", count: 15_000)

  private static func http2(
    _ label: String,
    _ script: Script,
    _ expected: Expectation,
    isSlow: Bool = false
  ) -> Self {
    FaultCase(
      "HTTP/2, \(label)",
      at: .encrypted(speaksHTTP2: true),
      server: script,
      expected,
      isSlow: isSlow
    )
  }

  // MARK: A response anyway

  private static let http2Good: [Self] = http2Answers.map { label, steps in
    http2(label, .replies(Reply(steps)), .works(.lines(3)))
  }

  private static let http2Answers: [(String, [Step])] = [
    ("as it should be", [Step.frames(answer)]),
    (
      "a byte a frame",
      [.frames([.headers()] + rows.map { .data(String($0), ends: false) } + [.data("")])]
    ),
    ("an unknown frame first", [.frames([Frame(kind: 0xFA, payload: [1, 2, 3])] + answer)]),
    ("a ping first", [.frames([.ping] + answer)]),
    ("settings in the middle", [.frames([.headers(), .settings([(3, 100)]), .data(rows)])]),
    (
      "headers in two frames",
      [
        .frames([
          Frame(kind: 1, payload: Frame.headers().payload), .continuation([("x", "y")], ends: true),
          .data(rows),
        ])
      ]
    ),
    (
      "trailers",
      [.frames([.headers(), .data(rows, ends: false), .headers(nil, [("x", "y")], ends: true)])]
    ),
    ("103 before the answer", [.frames([.headers("103", [])] + answer)]),
    ("a reset after the response", [.frames(answer + [.reset(0)])]),
    ("GOAWAY after the response", [.frames(answer + [.goAway(last: 1)]), .close]),
    (
      "GOAWAY before the answer to a request it took",
      [.frames([.goAway(last: 1)] + answer), .close]
    ),
    ("200 fields", [.frames([.headers("200", (0..<200).map { ("x-\($0)", "y") }), .data(rows)])]),
  ]

  // MARK: Once

  /// The program silently repeats requests that the server did not process.
  private static let http2Once: [Self] = http2Failures.map { label, steps in
    http2(
      label,
      .replies(Reply(steps), Reply(.frames(answer))),
      .works(.lines(3), says: .anything, within: aRequest),
      isSlow: true
    )
  }

  private static let http2Failures: [(String, [Step])] = [
    ("GOAWAY once", [Step.frames([.goAway(last: 0)]), .close]),
    ("a refused stream once", [.frames([.reset(7)])]),
    ("closed once", [.close]), ("reset once", [.reset]),
    ("an internal error once", [.frames([.reset(2)])]),
    ("cut in the body once", [.frames([.headers(), .data("{", ends: false)]), .close]),
  ]

  // MARK: No response

  private static let http2Bad: [Self] =
    http2NoAnswers.map { label, steps in
      http2(label, .replies(Reply(steps)), .fails(7, 8, within: aRequest), isSlow: true)
    }
    + http2NoConnections.map { label, steps in
      http2(
        label,
        Script(greeting: steps, routes: [Script.Route("", Reply(.stall))]),
        .fails(7, 8, within: aRequest),
        isSlow: true
      )
    }

  private static let http2NoAnswers: [(String, [Step])] = [
    ("GOAWAY forever", [Step.frames([.goAway(last: 0)]), .close]),
    ("GOAWAY, calm down", [.frames([.goAway(last: 0, 11)]), .close]),
    ("refused streams forever", [.frames([.reset(7)])]),
    ("a reset for every code", [.frames((0..<14).map { .reset($0) })]),
    ("HTTP/1.1 required", [.frames([.reset(13)])]),
    ("an internal error", [.frames([.reset(2)])]), ("cancelled", [.frames([.reset(8)])]),
    ("a reset in the body", [.frames([.headers(), .data("{", ends: false), .reset(2)])]),
    (
      "GOAWAY in the body",
      [.frames([.headers(), .data("{", ends: false), .goAway(last: 1, 2)]), .close]
    ),
    ("closed in the body", [.frames([.headers(), .data("{", ends: false)]), .close]),
    ("the socket reset in the body", [.frames([.headers(), .data("{", ends: false)]), .reset]),
    ("silent", [.stall]),
    ("silent in the body", [.frames([.headers(), .data("{", ends: false)]), .stall]),
    ("a body before the head", [.frames([.data(rows)])]),
    ("no status", [.frames([.headers(nil), .data(rows)])]),
    ("a status of letters", [.frames([.headers("abc"), .data(rows)])]),
    ("a status of four digits", [.frames([.headers("2000"), .data(rows)])]),
    ("two statuses", [.frames([.headers("200", [(":status", "404")]), .data(rows)])]),
    (
      "a pseudo-header behind others",
      [.frames([.headers(nil, [("x", "y"), (":status", "200")]), .data(rows)])]
    ),
    ("an upper-case name", [.frames([.headers("200", [("X-Evil", "y")]), .data(rows)])]),
    ("a line feed in a value", [.frames([.headers("200", [("x", "a\r\nb")]), .data(rows)])]),
    ("a connection field", [.frames([.headers("200", [("connection", "close")]), .data(rows)])]),
    (
      "a length that is long",
      [.frames([.headers("200", [("content-length", "9000")]), .data(rows)])]
    ),
    (
      "a length that is short",
      [.frames([.headers("200", [("content-length", "5")]), .data(rows)])]
    ),
    (
      "compressed fields that are noise",
      [
        .frames([
          Frame(kind: 1, flags: 4, payload: [UInt8](repeating: 0xFF, count: 40)), .data(rows),
        ])
      ]
    ),
    (
      "an index that does not exist",
      [.frames([Frame(kind: 1, flags: 4, payload: [0xFE]), .data(rows)])]
    ),
    (
      "a table of 4 GiB",
      [.frames([Frame(kind: 1, flags: 4, payload: [0x3F, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F])])]
    ),
    (
      "a frame that is too large",
      [.frames([Frame(kind: 0, payload: [UInt8](repeating: 0x20, count: 70_000))])]
    ),
    (
      "a frame of 16 MiB that never comes",
      [.frames([Frame(kind: 0, length: 0xFF_FFFF)]), .stall]
    ),
    ("settings of a wrong size", [.frames([Frame(kind: 4, stream: 0, payload: [1, 2, 3])])]),
    ("settings with a wrong value", [.frames([.settings([(4, 0xFFFF_FFFF)])])]),
    ("a window that grows by nothing", [.frames([Frame(kind: 8, payload: [0, 0, 0, 0])])]),
    (
      "a window past its end",
      [.frames([Frame(kind: 8, stream: 0, payload: [0x7F, 0xFF, 0xFF, 0xFF])])]
    ),
    (
      "an unwanted push",
      [.frames([Frame(kind: 5, flags: 4, payload: [0, 0, 0, 2, 0x88])] + answer)]
    ),
    (
      "a body on another stream",
      [.frames([.headers(), Frame(kind: 0, flags: 1, stream: 99, payload: [0x7B])])]
    ),
    (
      "a body on stream 0",
      [.frames([.headers(), Frame(kind: 0, flags: 1, stream: 0, payload: [0x7B])])]
    ),
    (
      "padding longer than its frame",
      [.frames([.headers(), Frame(kind: 0, flags: 9, payload: [200, 1, 2])])]
    ),
    ("an odd continuation", [.frames([.continuation([("x", "y")], ends: true)])]),
    ("HTTP/1.1 in its place", [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")]),
    ("noise", [.send(.raw([UInt8](repeating: 0xAA, count: 4096)))]),
    ("endless pings", [.floodFrames([.ping])]),
    ("endless settings", [.floodFrames([.settings([(1, 4096)])])]),
    (
      "endless fields",
      [
        .frames([Frame(kind: 1, payload: Frame.headers().payload)]),
        .floodFrames([.continuation([("x", filler)])]),
      ]
    ),
    (
      "endless empty continuations",
      [
        .frames([Frame(kind: 1, payload: Frame.headers().payload)]),
        .floodFrames([Frame(kind: 9)]),
      ]
    ),
    (
      "endless empty bodies",
      [.frames([.headers()]), .floodFrames([.data("", ends: false)])]
    ),
    (
      "an endless body",
      [.frames([.headers()]), .floodFrames([.data(filler, ends: false)])]
    ),
    (
      "endless unknown frames",
      [.floodFrames([Frame(kind: 0xFA, payload: Array(filler.utf8))])]
    ),
    ("endless 103", [.floodFrames([.headers("103", [("x", "y")])])]),
  ]

  private static let http2NoConnections: [(String, [Step])] = [
    ("no settings", [Step.stall]),
    ("settings that allow no streams", [.frames([.settings([(3, 0)])]), .stall]),
    ("a first frame other than SETTINGS", [.frames([.ping])]),
    ("GOAWAY at once", [.frames([.settings(), .goAway(last: 0)]), .close]),
    ("noise at once", [.send(.raw([UInt8](repeating: 0xAA, count: 4096)))]),
    ("closed at once", [.close]),
  ]
}
