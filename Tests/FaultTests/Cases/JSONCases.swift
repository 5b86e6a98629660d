extension FaultCase {
  /// Invalid or oversized JSON, and hostile messages; `JSONTests` and `DecodingTests` have the
  /// grammar and the fields.
  static let json: [Self] = wholes + deep + messages

  private static func answer(_ body: String) -> Script {
    .replies(.answer(body: body))
  }

  private static let smallPage = JSON.page([JSON.repository()])

  // MARK: The whole

  private static let wholes: [Self] = [
    ("cut", String(smallPage.dropLast(20))), ("null", "null"), ("a list", "[]"),
    ("an empty object", "{}"), ("not JSON", "{total_count:1,items:[]}"),
    ("two values", smallPage + " extra"),
    ("UTF-16", String(smallPage.flatMap { [$0, "\u{0}"] })),
  ].flatMap { label, body in
    [["swift"], ["view", "octo/one"]].map { (arguments: [Bytes]) in
      FaultCase(
        "\(arguments.count == 1 ? "search" : "view"), the whole is \(label)",
        arguments,
        server: answer(body),
        .fails(8)
      )
    }
  }

  // MARK: Depth and number

  private static let deep: [Self] = [
    FaultCase(
      "5 million lists in one another",
      server: raw([UInt8](repeating: 0x5B, count: 5_000_000)),
      .fails(8)
    ),
    FaultCase("5 million numbers for items", server: numbers(5_000_000), .fails(8)),
    FaultCase(
      "a number of 1 MiB",
      server: raw(
        Array(#"{"items":[],"total_count":"#.utf8) + [UInt8](repeating: 0x31, count: 1 << 20)
          + Array("}".utf8)
      ),
      .ends(0, 8, errors: .lines(1...1, containing: ""))
    ),
    FaultCase(
      "a million escapes",
      server: raw(
        Array(#"{"items":[],"total_count":0,"x":""#.utf8)
          + (0..<1_000_000).flatMap { _ in Array(#"\u0041"#.utf8) } + Array(#""}"#.utf8)
      ),
      .ends(0, 8, output: .nothing, errors: .line(""))
    ),
  ]

  private static func raw(_ body: [UInt8]) -> Script {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n"
    return .replies(Reply(.send(.text(head)), .send(.raw(body))))
  }

  private static func numbers(_ count: Int) -> Script {
    let start = Array(#"{"total_count":1,"items":[0"#.utf8)
    let list = [UInt8](unsafeUninitializedCapacity: 2 * count) { buffer, size in
      for index in 0..<count { (buffer[2 * index], buffer[2 * index + 1]) = (0x2C, 0x30) }
      size = 2 * count
    }
    return raw(start + list + Array("]}".utf8))
  }

  // MARK: Failure messages

  private static let messages: [Self] = [
    ("errors of all kinds", #"{"message":"bad","errors":[1,null,[],{},"x",{"message":7}]}"#),
    ("a message with control sequences", #"{"message":"\u001b[2J\u202e\u0007\u009b31m"}"#),
    ("a message of many lines", #"{"message":"a\nb\r\nc\u2028d\u0085e"}"#),
    ("a message of 1 MiB", #"{"message":"\#(String(repeating: "x", count: 1 << 20))"}"#),
    ("HTML", "<html><body>\u{1B}[31m</body></html>"), ("nothing", ""),
    ("a deep object", String(repeating: #"{"errors":["#, count: 10_000)),
  ].flatMap { label, body in
    [("422 Unprocessable", Int32(64)), ("403 Forbidden", 5)].map { status, exit in
      FaultCase(
        "\(status) with \(label)",
        server: .replies(.answer(status, body: body)),
        .fails(exit)
      )
    }
  }
}
