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

  private static let http2Good: [Self] = [
    ("as it should be", [Step.frames(answer)]),
    ("an unknown frame first", [.frames([Frame(kind: 0xFA, payload: [1, 2, 3])] + answer)]),
    (
      "GOAWAY before the answer to a request it took",
      [.frames([.goAway(last: 1)] + answer), .close]
    ),
  ].map { label, steps in
    http2(label, .replies(Reply(steps)), .works(.lines(3)))
  }

  /// The program silently repeats requests that the server did not process.
  private static let http2Once: [Self] = [
    ("GOAWAY once", [Step.frames([.goAway(last: 0)]), .close]),
    ("a refused stream once", [.frames([.reset(7)])]),
    ("cut in the body once", [.frames([.headers(), .data("{", ends: false)]), .close]),
  ].map { label, steps in
    http2(
      label,
      .replies(Reply(steps), Reply(.frames(answer))),
      .works(.lines(3), says: .anything, within: aRequest),
      isSlow: true
    )
  }

  private static let http2Bad: [Self] =
    [
      ("refused streams forever", [Step.frames([.reset(7)])]),
      ("silent in the body", [.frames([.headers(), .data("{", ends: false)]), .stall]),
      ("no status", [.frames([.headers(nil), .data(rows)])]),
      ("a line feed in a value", [.frames([.headers("200", [("x", "a\r\nb")]), .data(rows)])]),
      (
        "a length that is long",
        [.frames([.headers("200", [("content-length", "9000")]), .data(rows)])]
      ),
      (
        "compressed fields that are noise",
        [.frames([Frame(kind: 1, flags: 4, payload: [UInt8](repeating: 0xFF, count: 40))])]
      ),
      (
        "a frame that is too large",
        [.frames([Frame(kind: 0, payload: [UInt8](repeating: 0x20, count: 70_000))])]
      ),
      (
        "an unwanted push",
        [.frames([Frame(kind: 5, flags: 4, payload: [0, 0, 0, 2, 0x88])] + answer)]
      ),
      ("noise", [.send(.raw([UInt8](repeating: 0xAA, count: 4096)))]),
      (
        "endless fields",
        [
          .frames([Frame(kind: 1, payload: Frame.headers().payload)]),
          .floodFrames([.continuation([("x", filler)])]),
        ]
      ),
      ("endless pings", [.floodFrames([.ping])]),
      ("an endless body", [.frames([.headers()]), .floodFrames([.data(filler, ends: false)])]),
    ].map { label, steps in
      http2(label, .replies(Reply(steps)), .fails(7, 8, within: aRequest), isSlow: true)
    }
    + [
      ("settings that allow no streams", [Step.frames([.settings([(3, 0)])]), .stall]),
      ("GOAWAY at once", [.frames([.settings(), .goAway(last: 0)]), .close]),
    ].map { label, steps in
      http2(
        label,
        Script(greeting: steps, routes: [Script.Route("", Reply(.stall))]),
        .fails(7, 8, within: aRequest),
        isSlow: true
      )
    }
}
