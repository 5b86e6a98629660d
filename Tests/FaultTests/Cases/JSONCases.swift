extension FaultCase {
  /// JSON that differs from GitHub's description.
  static let json: [Self] =
    cuts + wholes.thinned(to: 3) + counts + deep + required.thinned(to: 5) + optional.thinned(to: 9)
    + numbers.thinned(to: 2) + texts.thinned(to: 4) + identities + errors.thinned(to: 5)

  private static func answer(_ body: String) -> Script {
    .replies(.answer(body: body))
  }

  // MARK: Cut

  private static let smallPage = JSON.page([JSON.repository()])

  /// Cut at every byte; the quick half has a few of them.
  private static let cuts: [Self] = (0..<smallPage.utf8.count).map { count in
    FaultCase(
      "cut after \(count) bytes",
      server: answer(String(decoding: smallPage.utf8.prefix(count), as: UTF8.self)),
      .fails(8)
    )
  }
  .thinned(to: 20)

  // MARK: The whole

  private static let wholes: [Self] =
    badWholes.map { FaultCase("the whole is \($0)", server: answer($1), .fails(8)) }
    + badWholes.map {
      FaultCase("view, the whole is \($0)", ["view", "octo/one"], server: answer($1), .fails(8))
    }

  private static let badWholes: [(String, String)] = [
    ("null", "null"), ("a list", "[]"), ("an empty object", "{}"), ("a text", #""x""#),
    ("a number", "1"), ("true", "true"), ("a list of lists", "[[],[]]"), ("a comma", ","),
    ("in single quotes", "{'total_count':1,'items':[]}"),
    ("bare words", "{total_count:1,items:[]}"),
    ("half a page", #"{"total_count":1}"#), ("a comment", "// nothing\n"), ("NaN", "NaN"),
    ("an open quote", #"{"total_count":1,"items":[]"#), ("two values", "{} {}"),
    ("UTF-16", String(smallPage.flatMap { [$0, "\u{0}"] })), ("a zero byte", "\u{0}"),
    ("a byte order mark alone", "\u{FEFF}"),
  ]

  private static let counts: [Self] =
    badItems.map { label, items in
      FaultCase(
        "items are \(label)",
        server: answer(#"{"total_count":1,"incomplete_results":false,"items":\#(items)}"#),
        .fails(8)
      )
    }
    + ["null", #""3""#, "[]", "{}", "1e400", "1.5", "18446744073709551616", "true", "-5"].map {
      count in
      FaultCase(
        "total_count is \(count)",
        server: answer(#"{"total_count":\#(count),"items":[\#(JSON.repository())]}"#),
        .ends(0, 8, errors: .lines(0...1, containing: ""))
      )
    }
    + ["null", #""yes""#, "1", "[]"].map { flag in
      FaultCase(
        "incomplete_results is \(flag)",
        server: answer(
          #"{"total_count":1,"incomplete_results":\#(flag),"items":[\#(JSON.repository())]}"#
        ),
        .ends(0, 8, errors: .lines(0...1, containing: ""))
      )
    } + [
      FaultCase(
        "reports incomplete_results",
        server: answer(
          #"{"total_count":1,"incomplete_results":true,"items":[\#(JSON.repository())]}"#
        ),
        .works(.lines(1), says: .line("timed out"))
      ),
      FaultCase(
        "no results",
        server: answer(JSON.page([])),
        .works(.nothing, says: .line("no repositories"))
      ),
      FaultCase(
        "no results as JSON",
        ["swift", "--json", "fullName"],
        server: answer(JSON.page([])),
        .works(.json, says: .line("no repositories"))
      ),
      FaultCase(
        "items that are not repositories",
        server: answer(#"{"total_count":6,"items":[null,1,"x",[],{},\#(JSON.repository())]}"#),
        .works(.lines(1), says: .line("5"))
      ),
    ]

  private static let badItems: [(String, String)] = [
    ("null", "null"), ("an object", "{}"), ("a text", #""x""#), ("a number", "3"),
  ]

  // MARK: Depth and number

  private static let deep: [Self] = [
    FaultCase(
      "5 million lists in one another",
      server: raw([UInt8](repeating: 0x5B, count: 5_000_000)),
      .fails(8)
    ),
    FaultCase(
      "5 million objects in one another",
      server: raw((0..<1_000_000).flatMap { _ in Array(#"{"a":"#.utf8) }),
      .fails(8)
    ),
    FaultCase("65 levels in a field", server: nested(65), .fails(8)),
    FaultCase("40 levels in a field", server: nested(40), .works(.lines(1))),
    FaultCase(
      "brackets in a text",
      server: answer(
        JSON.page([
          JSON.repository(more: #","description":"\#(String(repeating: "[", count: 5000))""#)
        ])
      ),
      .works(.lines(1))
    ),
    FaultCase(
      "100,000 numbers for items",
      server: listed("0,", 100_000),
      .ends(0, 8, errors: .lines(1...1, containing: ""))
    ),
    FaultCase("5 million numbers for items", server: listed("0,", 5_000_000), .fails(8)),
    FaultCase("3 million empty objects", server: listed("{},", 3_000_000), .fails(8)),
    FaultCase(
      "100,000 repositories",
      server: many(100_000),
      .ends(0, 8, errors: .lines(0...1, containing: ""))
    ),
    FaultCase("a page of 5,000 for a request for 30", server: many(5000), .works(.lines(30))),
    FaultCase(
      "100,000 keys",
      server: raw(
        Array("{".utf8) + (0..<100_000).flatMap { Array(#""k\#($0)":0,"#.utf8) }
          + Array(#""total_count":0,"items":[]}"#.utf8)
      ),
      .ends(0, 8, errors: .lines(0...1, containing: ""))
    ),
    FaultCase(
      "a key of 1 MiB",
      server: raw(
        Array(#"{""#.utf8) + [UInt8](repeating: 0x78, count: 1 << 20)
          + Array(#"":0,"total_count":0,"items":[]}"#.utf8)
      ),
      .works(.nothing, says: .line("no repositories"))
    ),
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

  private static let wrong = ["null", "true", "[]", "{}", "-1", "1.5", #""""#]

  /// The program skips rows that lack one of these fields, shows the others and says so.
  private static let required: [Self] =
    [
      "id", "full_name", "owner", "html_url",
    ].flatMap { field in
      (wrong + (field == "id" ? [#""1""#, "1e400", "18446744073709551616"] : ["7"])).map { value in
        withField(field, value)
      } + [withField(field, nil)]
    }
    + [
      #"{"login":null}"#, #"{"login":7}"#, #"{"login":["octo"]}"#,
    ].map { withField("owner", $0) }

  private static func withField(_ field: String, _ value: String?) -> Self {
    let good = [
      "id": "7", "full_name": #""octo/seven""#, "owner": #"{"login":"octo"}"#,
      "html_url": #""https://github.com/octo/seven""#,
    ]
    var fields = good
    fields[field] = value
    let text = fields.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }.joined(separator: ",")
    // A negative number is as good an ID as any other.
    let isUsable = field == "id" && value == "-1"
    return FaultCase(
      "\(field) is \(value ?? "missing")",
      server: answer(JSON.page([JSON.repository(1), "{\(text)}", JSON.repository(2, "octo/two")])),
      isUsable ? .works(.lines(3)) : .works(.lines(2), says: .line("1"))
    )
  }

  /// The program shows rows that lack one of these fields.
  private static let optional: [Self] = [
    "description", "language", "forks_count", "updated_at", "topics", "license", "homepage",
    "default_branch", "archived", "fork", "private", "created_at", "pushed_at", "size",
    "open_issues_count", "watchers_count", "visibility", "has_wiki", "node_id", "clone_url",
  ].flatMap { field in
    ["null", "true", #""x""#, "-1", "1e400", "[1]", #"{"a":1}"#].map { value in
      // The program asks for star states by node ID, and this server does not know them.
      let asksForStars = field == "node_id" && value == #""x""#
      return FaultCase(
        "\(field) is \(value)",
        ["swift", "--json", "all"],
        server: answer(JSON.page([JSON.repository(more: ",\"\(field)\":\(value)")])),
        asksForStars ? .works(.json, says: .line("star states are unknown")) : .works(.json)
      )
    }
  }

  private static let numbers: [Self] = [
    #""5""#, "-5", "1.5", "1e400", "9223372036854775808", "18446744073709551616", "1e3", "-0",
    "null", "true", "[]", "99999999999999999999999999999999999999", "0.1e1",
  ].flatMap { value in
    [["swift"], ["swift", "--json", "stargazersCount"]].map { (arguments: [Bytes]) in
      FaultCase(
        "\(arguments.count == 1 ? "TSV" : "JSON"), stars are \(value)",
        arguments,
        server: answer(
          #"{"total_count":1,"items":[{"id":1,"full_name":"octo/one","owner":{"login":"octo"},"html_url":"https://github.com/octo/one","stargazers_count":\#(value)}]}"#
        ),
        .works(arguments.count == 1 ? .lines(1) : .json)
      )
    }
  }

  // MARK: Texts

  private static let texts: [Self] =
    readableTexts.flatMap(described)
    + unreadableTexts.map {
      FaultCase(
        "a description with \($0)",
        server: answer(JSON.page([JSON.repository(more: #","description":"\#($1)""#)])),
        .ends(0, 8, errors: .lines(0...1, containing: ""))
      )
    } + oddTexts

  private static func described(_ label: String, _ text: String) -> [Self] {
    ["TSV", "JSON", "CSV"].map { format in
      FaultCase(
        "a description with \(label), \(format)",
        ["swift"] + (format == "TSV" ? [] : [.text("--\(format.lowercased())"), "description"]),
        server: answer(JSON.page([JSON.repository(more: #","description":"\#(text)""#)])),
        .works(format == "TSV" ? .lines(1) : format == "JSON" ? .json : .anything)
      )
    }
  }

  private static let readableTexts: [(String, String)] = [
    ("a zero character", #"a\u0000b"#), ("an escape character", #"a\u001b[2Jb"#),
    ("a tab", #"a\tb"#), ("a line feed", #"a\nb"#), ("a carriage return", #"a\r\nb"#),
    ("a line separator", #"a\u2028b"#), ("a bidi override", #"a\u202eb"#),
    ("a picture in two halves", #"\ud83d\ude80"#), ("an empty text", ""),
    ("a quote", #"a\"b"#), ("a backslash", #"a\\b"#), ("a private character", #"\ue000"#),
    ("no character at all", #"\uffff"#), ("CJK", "漢字かな"),
    ("many marks", "z" + String(repeating: "\u{301}", count: 300)),
  ]

  private static let unreadableTexts: [(String, String)] = [
    ("a high surrogate alone", #"\ud83d"#), ("a low surrogate alone", #"\ude80"#),
    ("reversed surrogates", #"\ude80\ud83d"#), ("half an escape", #"\u12"#),
    ("an unknown escape", #"\x41"#), ("an escape of letters", #"\uzzzz"#),
    ("a raw line feed", "a\nb"), ("a raw escape character", "a\u{1B}b"),
  ]

  private static let oddTexts: [Self] = [
    FaultCase(
      "a description that is not UTF-8",
      server: raw(
        Array(#"{"total_count":0,"items":[],"x":""#.utf8) + [0xC3, 0x28, 0xFF] + Array(#""}"#.utf8)
      ),
      .ends(0, 8, errors: .lines(0...1, containing: ""))
    ),
    FaultCase(
      "a byte order mark first",
      server: answer("\u{FEFF}" + smallPage),
      .ends(0, 8, errors: .lines(0...1, containing: ""))
    ),
    FaultCase("text behind the page", server: answer(smallPage + " extra"), .fails(8)),
    FaultCase(
      "blanks around the page",
      server: answer(" \r\n\t\(smallPage)\n\n"),
      .works(.lines(1))
    ),
  ]

  // MARK: Names

  private static let identities: [Self] =
    strangeNames.map { name, url in
      FaultCase(
        "a row named \(name) at \(url.isEmpty ? "no address" : url)",
        server: answer(
          JSON.page([
            JSON.repository(1),
            #"{"id":7,"full_name":"\#(name)","owner":{"login":"octo"},"html_url":"\#(url)"}"#,
          ])
        ),
        .ends(
          0,
          output: url == "https://" ? .anything : .exactly("octo/one\t1\t\t\t\t\n"),
          errors: .lines(0...1, containing: "")
        )
      )
    } + doubles

  private static let strangeNames: [(String, String)] = [
    ("../..", "https://github.com/octo/one"), ("octo/..", "https://github.com/octo/one"),
    ("a/b/c", "https://github.com/octo/one"), ("octo", "https://github.com/octo/one"),
    ("/", "https://github.com/octo/one"), (#"octo/one\n"#, "https://github.com/octo/one"),
    (#"octo/\u001b[2J"#, "https://github.com/octo/one"),
    (#"octo/\u202eeno"#, "https://github.com/octo/one"),
    ("octo/o ne", "https://github.com/octo/one"), ("octo/one?x", "https://github.com/octo/one"),
    ("octo/seven", "javascript:alert(1)"), ("octo/seven", "file:///etc/passwd"),
    ("octo/seven", ""), ("octo/seven", "https://"), ("octo/seven", #"https://x/\u001b]8;;"#),
    ("octo/seven", #"https://x/\" onclick=x"#), ("octo/seven", "-x"),
    ("octo/seven", "$(touch made)"),
  ]

  private static let doubles: [Self] = [
    FaultCase(
      "the same row twice on a page",
      server: answer(JSON.page([JSON.repository(1), JSON.repository(1)])),
      .works(.lines(1))
    ),
    FaultCase(
      "the same rows on the next page",
      ["swift", "--limit", "300"],
      server: .replies(.page(1), .page(1), .rows(100)),
      .ends(0, output: .lines(100), errors: .lines(0...1, containing: ""))
    ),
    FaultCase(
      "a key twice",
      server: answer(JSON.page([JSON.repository(more: #","id":2,"description":"x""#)])),
      .works(.lines(1))
    ),
  ]

  // MARK: Failure messages

  private static let errors: [Self] = errorBodies.flatMap { label, body in
    [("422 Unprocessable", Int32(64)), ("403 Forbidden", 5)].map { status, exit in
      FaultCase(
        "\(status) with \(label)",
        server: .replies(.answer(status, body: body)),
        .fails(exit)
      )
    }
  }

  private static let errorBodies: [(String, String)] = [
    ("errors as a text", #"{"message":"bad","errors":"one text"}"#),
    ("errors as texts", #"{"message":"bad","errors":["one","two"]}"#),
    (
      "errors as objects",
      #"{"message":"bad","errors":[{"resource":"Search","field":"q","code":"missing"}]}"#
    ),
    ("errors as null", #"{"message":"bad","errors":null}"#),
    ("errors as a number", #"{"message":"bad","errors":5}"#),
    ("errors of all kinds", #"{"message":"bad","errors":[1,null,[],{},"x",{"message":7}]}"#),
    ("a message that is null", #"{"message":null}"#),
    ("a message that is a number", #"{"message":7}"#),
    ("a message that is an object", #"{"message":{"a":1}}"#),
    ("an empty message", #"{"message":""}"#),
    ("a message with control sequences", #"{"message":"\u001b[2J\u202e\u0007\u009b31m"}"#),
    ("a message of many lines", #"{"message":"a\nb\r\nc\u2028d\u0085e"}"#),
    ("a message of 1 MiB", #"{"message":"\#(String(repeating: "x", count: 1 << 20))"}"#),
    ("a message of pictures", #"{"message":"\#(String(repeating: "👩‍👩‍👧‍👦", count: 400))"}"#),
    ("a message with a zero", #"{"message":"a\u0000b"}"#),
    ("HTML", "<html><body>\u{1B}[31m</body></html>"),
    ("nothing", ""), ("a list", "[]"), ("a cut object", #"{"message":"#),
    ("a deep object", String(repeating: #"{"errors":["#, count: 10_000)),
    ("a lone surrogate", #"{"message":"\ud800"}"#),
  ]
}
