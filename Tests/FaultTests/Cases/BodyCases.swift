extension FaultCase {
  /// Forms of a response: its length, encoding, fields and frames.
  static let body: [Self] =
    lengths + chunks + encodings + endless + fields + desynchronized + sizes + http2

  /// A request takes 30 s, its retries included.
  private static let aRequest = 36.0

  private static let page = JSON.rows(3)

  private static func lines(_ lines: String...) -> String {
    lines.map { $0 + "\r\n" }.joined() + "\r\n"
  }

  private static func bytes(_ head: String, _ body: String = page) -> Script {
    .replies(.bytes(.text(head + body)))
  }

  // MARK: Length

  private static let lengths: [Self] =
    [
      ("a length that is short", bytes(lines("HTTP/1.1 200 OK", "Content-Length: 20"))),
      ("a length of 0", bytes(lines("HTTP/1.1 200 OK", "Content-Length: 0"))),
    ].map { (label: String, script: Script) in
      FaultCase(label, server: script, .fails(8))
    }
    + [
      ("a length that is long", ["Content-Length: 9000"]),
      ("a length of letters", ["Content-Length: many"]),
      ("two lengths that differ", ["Content-Length: 5", "Content-Length: 9000"]),
    ].map { label, fields in
      FaultCase(
        label,
        server: bytes((["HTTP/1.1 200 OK"] + fields).map { $0 + "\r\n" }.joined() + "\r\n"),
        .fails(7, 8, within: aRequest),
        isSlow: true
      )
    } + [
      FaultCase(
        "no length, to the end",
        server: bytes(lines("HTTP/1.1 200 OK")),
        .works(.lines(3))
      ),
      FaultCase(
        "no length, cut",
        server: bytes(lines("HTTP/1.1 200 OK"), String(page.dropLast(9))),
        .fails(8)
      ),
      FaultCase(
        "the length twice",
        server: bytes(
          lines(
            "HTTP/1.1 200 OK",
            "Content-Length: \(page.utf8.count)",
            "content-length: \(page.utf8.count)"
          )
        ),
        .works(.lines(3))
      ),
    ]

  // MARK: Chunks

  private static let chunkedHead = lines("HTTP/1.1 200 OK", "Transfer-Encoding: chunked")

  private static func chunk(_ text: String) -> String {
    "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n"
  }

  private static let chunks: [Self] =
    [
      ("in chunks", chunk(page) + "0\r\n\r\n"),
      (
        "chunks with extensions",
        chunk(page).replacing("\r\n\(page)", with: ";a=b\r\n\(page)") + "0\r\n\r\n"
      ),
      ("chunks with trailers", chunk(page) + "0\r\nX-Evil: {trap}\r\n\r\n"),
    ].map { label, body in
      FaultCase(label, server: bytes(chunkedHead, body), .works(.lines(3)))
    }
    + [
      ("a cut chunk", "ffff\r\n\(page)"), ("no last chunk", chunk(page)),
      ("a size of letters", "xyz\r\n\(page)\r\n0\r\n\r\n"),
      ("a size of 2^63", "8000000000000000\r\n\(page)"),
      ("a size that is too small", "5\r\n\(page)\r\n0\r\n\r\n"), ("no size", "\r\n\(page)"),
      (
        "a very long extension", "5;\(String(repeating: "x", count: 200_000))\r\nabcde\r\n0\r\n\r\n"
      ),
    ].map { label, body in
      FaultCase(
        "chunks with \(label)",
        server: bytes(chunkedHead, body),
        .fails(7, 8, within: aRequest),
        isSlow: true
      )
    }

  // MARK: Encoding

  private static let encodings: [Self] =
    [
      FaultCase("in gzip", server: encoded("gzip", zipped), .works(.lines(3))),
      FaultCase(
        "gzip with bytes behind it",
        server: encoded("gzip", zipped + Array("extra".utf8)),
        .ends(0, 7, 8, errors: .anything, within: aRequest)
      ),
    ]
    + badEncodings.map { label, name, body in
      FaultCase(label, server: encoded(name, body), .fails(7, 8, within: aRequest))
    }

  private static let zipped = Deflate.stored(page)

  private static let badEncodings: [(String, String, [UInt8])] = [
    ("gzip that is noise", "gzip", [UInt8](repeating: 0x5A, count: 900)),
    ("gzip that is JSON", "gzip", Array(page.utf8)),
    ("gzip that is cut", "gzip", Array(zipped.dropLast(60))),
    ("gzip with a wrong check", "gzip", Array(zipped.dropLast(8)) + [1, 2, 3, 4, 5, 6, 7, 8]),
    ("br that is noise", "br", [UInt8](repeating: 0xFF, count: 900)),
    ("an unknown encoding", "evil", Array(page.utf8)),
    ("many encodings", Array(repeating: "gzip", count: 30).joined(separator: ", "), zipped),
    ("a bomb of 512 MiB", "gzip", Deflate.bomb(512 << 20)),
  ]

  private static func encoded(_ name: String, _ body: [UInt8]) -> Script {
    let head = lines(
      "HTTP/1.1 200 OK",
      "Content-Encoding: \(name)",
      "Content-Length: \(body.count)"
    )
    return .replies(Reply(.send(.text(head)), .send(.raw(body))))
  }

  // MARK: No end

  private static let filler = String(repeating: "x", count: 65_000)

  private static let endless: [Self] = [
    ("an endless body", Reply(.send(.text(lines("HTTP/1.1 200 OK"))), .flood(.text(filler)))),
    ("endless chunks", Reply(.send(.text(chunkedHead)), .flood(.text(chunk(filler))))),
    (
      "endless fields",
      Reply(.send("HTTP/1.1 200 OK\r\n"), .flood(.text("X-\(filler.prefix(90)): y\r\n")))
    ),
    ("an endless status line", Reply(.send("HTTP/1.1 200 "), .flood(.text(filler)))),
    ("endless 100 Continue", Reply(.flood("HTTP/1.1 100 Continue\r\n\r\n"))),
    (
      "an endless page",
      Reply(
        .send(.text(lines("HTTP/1.1 200 OK") + #"{"total_count":9,"items":["#)),
        .flood(.text(String(repeating: "{},", count: 20_000)))
      )
    ),
    (
      "endless failure",
      Reply(.send(.text(lines("HTTP/1.1 404 Not Found"))), .flood(.text(filler)))
    ),
  ].map { (label: String, reply: Reply) in
    FaultCase(label, server: .replies(reply), .fails(3, 7, 8, within: aRequest))
  }

  // MARK: Fields

  private static let fields: [Self] =
    [
      ("no fields", "HTTP/1.1 200 OK\r\n\r\n"), ("bare line feeds", "HTTP/1.1 200 OK\nA: b\n\n"),
      ("300 fields", "HTTP/1.1 200 OK\r\n" + (0..<300).map { "X-\($0): y\r\n" }.joined() + "\r\n"),
      ("a field with an escape", "HTTP/1.1 200 OK\r\nX-RateLimit-Remaining: \u{1B}[2J\r\n\r\n"),
      ("a field beyond ASCII", "HTTP/1.1 200 OK\r\nX: größe\r\n\r\n"),
      ("a cookie", "HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Domain=.evil.test\r\n\r\n"),
      ("a clock of letters", "HTTP/1.1 200 OK\r\nDate: Foo, 99 Bar 99999 99:99:99 GMT\r\n\r\n"),
      (
        "huge budgets",
        "HTTP/1.1 200 OK\r\nX-RateLimit-Limit: 99999999999999999999\r\nX-RateLimit-Remaining: 9223372036854775807\r\nX-RateLimit-Reset: 9999999999999999\r\n\r\n"
      ),
    ].map { label, head in
      FaultCase("an answer with \(label)", server: bytes(head), .works(.lines(3)))
    }
    + [
      ("a field without a colon", "HTTP/1.1 200 OK\r\nnonsense\r\n\r\n"),
      ("a zero byte in a field", "HTTP/1.1 200 OK\r\nX: a\u{0}b\r\n\r\n"),
      (
        "a field of 300 KB",
        "HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 300_000))\r\n\r\n"
      ),
      ("a carriage return in a field", "HTTP/1.1 200 OK\r\nX: a\rb\r\n\r\n"),
    ].map { label, head in
      FaultCase(
        "an answer with \(label)",
        server: bytes(head),
        .ends(0, 7, 8, errors: .lines(0...1, containing: ""), within: aRequest),
        isSlow: true
      )
    }

  // MARK: More than one response

  /// The program must not take bytes after a response for the next one.
  private static let desynchronized: [Self] = [
    ("a second response", "HTTP/1.1 204 No Content\r\n\r\n"), ("noise", "noise noise noise"),
    ("a blank line", "\r\n"),
  ].map { label, extra in
    FaultCase(
      "\(label) behind the first",
      ["view", "octo/one"],
      server: .routes(
        Script.Route("/user/starred/", .failure("404 Not Found")),
        Script.Route(
          "/repos/",
          Reply(
            .send(
              .text(
                lines("HTTP/1.1 200 OK", "Content-Length: \(JSON.repository().utf8.count)")
                  + JSON.repository() + extra
              )
            )
          )
        )
      ),
      .works(.containing("starred\tno"), says: .anything, within: aRequest)
    )
  }

  // MARK: Sizes

  private static let sizes: [Self] = [
    FaultCase("a body of 16 MiB", server: padded(to: 16 << 20), .works(.lines(3))),
    FaultCase("a body of 16 MiB and a byte", server: padded(to: (16 << 20) + 1), .fails(8)),
    FaultCase(
      "a description of 64,765 letters",
      server: described(64_765),
      .works(.lines(1))
    ),
    // libcurl ignores a length that overflows, and reads to the end.
    FaultCase(
      "a length of 2^63",
      server: bytes(lines("HTTP/1.1 200 OK", "Content-Length: 9223372036854775808")),
      .works(.lines(3))
    ),
  ]

  private static func padded(to size: Int) -> Script {
    sized(Array(page.utf8) + [UInt8](repeating: 0x20, count: size - page.utf8.count))
  }

  private static func described(_ count: Int) -> Script {
    let body = JSON.page([JSON.repository(more: #","description":"…""#)]).utf8
    let parts = body.split(separator: Array("…".utf8))
    return sized(Array(parts.joined(separator: [UInt8](repeating: 0x78, count: count))))
  }

  private static func sized(_ body: [UInt8]) -> Script {
    let head = lines("HTTP/1.1 200 OK", "Content-Length: \(body.count)")
    return .replies(Reply(.send(.text(head)), .send(.raw(body))))
  }
}
