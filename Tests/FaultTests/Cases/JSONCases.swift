extension FaultCase {
  /// JSON that differs from GitHub's description: a row for each way, since `JSONTests` and
  /// `DecodingTests` have the grammar and the fields.
  static let json: [Self] = wholes + items + deep + fields + texts + names + messages

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

  private static let items: [Self] = [
    FaultCase(
      "items are null",
      server: answer(#"{"total_count":1,"incomplete_results":false,"items":null}"#),
      .fails(8)
    ),
    FaultCase(
      "items that are not repositories",
      server: answer(#"{"total_count":6,"items":[null,1,"x",[],{},\#(JSON.repository())]}"#),
      .works(.lines(1), says: .line("5"))
    ),
    FaultCase(
      "total_count is 1e400",
      server: answer(#"{"total_count":1e400,"items":[\#(JSON.repository())]}"#),
      .works(.lines(1))
    ),
    FaultCase(
      "reports incomplete_results",
      server: answer(
        #"{"total_count":1,"incomplete_results":true,"items":[\#(JSON.repository())]}"#
      ),
      .works(.lines(1), says: .line("timed out"))
    ),
    FaultCase(
      "no results as JSON",
      ["swift", "--json", "fullName"],
      server: answer(JSON.page([])),
      .works(.json, says: .line("no repositories"))
    ),
    FaultCase(
      "the same rows on the next page",
      ["swift", "--limit", "300"],
      server: .replies(.page(1), .page(1), .rows(100)),
      .ends(0, output: .lines(100), errors: .lines(0...1, containing: ""))
    ),
  ]

  // MARK: Depth and number

  private static let deep: [Self] = [
    FaultCase(
      "5 million lists in one another",
      server: raw([UInt8](repeating: 0x5B, count: 5_000_000)),
      .fails(8)
    ),
    FaultCase("65 levels in a field", server: nested(65), .fails(8)),
    FaultCase("40 levels in a field", server: nested(40), .works(.lines(1))),
    FaultCase("5 million numbers for items", server: listed("0,", 5_000_000), .fails(8)),
    FaultCase("a page of 5,000 for a request for 30", server: many(5000), .works(.lines(30))),
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

  private static func nested(_ depth: Int) -> Script {
    let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    return answer(JSON.page([JSON.repository(more: #","topics":\#(value)"#)]))
  }

  private static func listed(_ item: String, _ count: Int) -> Script {
    let start = Array(#"{"total_count":1,"items":["#.utf8)
    let item = Array(item.utf8)
    let list = [UInt8](unsafeUninitializedCapacity: item.count * count) { buffer, size in
      for index in 0..<item.count * count { buffer[index] = item[index % item.count] }
      size = item.count * count
    }
    return raw(start + list.dropLast() + Array("]}".utf8))
  }

  private static func many(_ count: Int) -> Script {
    raw(Array(JSON.rows(count).utf8))
  }

  // MARK: Fields

  /// The program skips rows that lack a required field, and shows rows that lack another one.
  private static let fields: [Self] =
    [("id", #""1""#), ("full_name", "null"), ("owner", #"{"login":7}"#), ("html_url", "7")].map {
      name,
      value in
      var fields = [
        "id": "7", "full_name": #""octo/seven""#, "owner": #"{"login":"octo"}"#,
        "html_url": #""https://github.com/octo/seven""#,
      ]
      fields[name] = value
      let text = fields.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }.joined(separator: ",")
      return FaultCase(
        "\(name) is \(value)",
        server: answer(
          JSON.page([JSON.repository(1), "{\(text)}", JSON.repository(2, "octo/two")])
        ),
        .works(.lines(2), says: .line("1"))
      )
    }
    + [
      ("description", "7"), ("topics", #"{"a":1}"#), ("license", "[1]"), ("created_at", "true"),
      ("size", "18446744073709551616"), ("forks_count", "1e400"),
    ].map { name, value in
      FaultCase(
        "\(name) is \(value)",
        ["swift", "--json", "all"],
        server: answer(JSON.page([JSON.repository(more: ",\"\(name)\":\(value)")])),
        .works(.json)
      )
    }

  // MARK: Texts

  private static let formats: [(String, [Bytes], Expectation.Output)] = [
    ("TSV", ["swift"], .lines(1)), ("JSON", ["swift", "--json", "description"], .json),
    ("CSV", ["swift", "--csv", "description"], .anything),
  ]

  private static let texts: [Self] =
    [
      ("a zero character", #"a\u0000b"#), ("an escape character", #"a\u001b[2Jb"#),
      ("a carriage return", #"a\r\nb"#), ("a line separator", #"a\u2028b"#), ("a quote", #"a\"b"#),
      ("many marks", "z" + String(repeating: "\u{301}", count: 300)),
    ].flatMap { (label: String, text: String) in
      formats.map { format, arguments, output in
        FaultCase(
          "a description with \(label), \(format)",
          arguments,
          server: answer(JSON.page([JSON.repository(more: #","description":"\#(text)""#)])),
          .works(output)
        )
      }
    } + [
      FaultCase(
        "a surrogate alone",
        server: answer(JSON.page([JSON.repository(more: #","description":"\ud83d""#)])),
        .ends(0, 8, errors: .lines(0...1, containing: ""))
      ),
      FaultCase(
        "a description that is not UTF-8",
        server: raw(
          Array(#"{"total_count":0,"items":[],"x":""#.utf8) + [0xC3, 0x28, 0xFF]
            + Array(#""}"#.utf8)
        ),
        .ends(0, 8, errors: .lines(0...1, containing: ""))
      ),
    ]

  // MARK: Names

  private static let names: [Self] = [
    ("../..", "https://github.com/octo/one"), (#"octo/one\n"#, "https://github.com/octo/one"),
    (#"octo/\u001b[2J"#, "https://github.com/octo/one"), ("octo/seven", "javascript:alert(1)"),
    ("octo/seven", #"https://x/\u001b]8;;"#), ("octo/seven", "$(touch made)"),
  ].map { name, url in
    FaultCase(
      "a row named \(name) at \(url)",
      server: answer(
        JSON.page([
          JSON.repository(1),
          #"{"id":7,"full_name":"\#(name)","owner":{"login":"octo"},"html_url":"\#(url)"}"#,
        ])
      ),
      .ends(
        0,
        output: .exactly("octo/one\t1\t\t\t\t\n"),
        errors: .lines(0...1, containing: "")
      )
    )
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
