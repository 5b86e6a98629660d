extension FaultCase {
  /// Lengths, ends and fields of a response; `CurlTransportTests` has other forms.
  static let body: [Self] = endless + fields + sizes

  private static let page = JSON.rows(3)

  private static func bytes(_ head: String, _ body: String = page) -> Script {
    .replies(.bytes(.text(head + body)))
  }

  // MARK: No end

  private static let filler = String(repeating: "x", count: 65_000)
  private static let ok = "HTTP/1.1 200 OK\r\n"

  private static let endless: [Self] = [
    ("an endless body", Reply(.send(.text("\(ok)\r\n")), .flood(.text(filler)))),
    (
      "endless chunks",
      Reply(
        .send(.text("\(ok)Transfer-Encoding: chunked\r\n\r\n")),
        .flood(.text("\(String(filler.utf8.count, radix: 16))\r\n\(filler)\r\n"))
      )
    ),
    ("endless fields", Reply(.send(.text(ok)), .flood(.text("X-\(filler.prefix(90)): y\r\n")))),
    ("an endless status line", Reply(.send("HTTP/1.1 200 "), .flood(.text(filler)))),
    ("endless 100 Continue", Reply(.flood("HTTP/1.1 100 Continue\r\n\r\n"))),
    (
      "an endless page",
      Reply(
        .send(.text("\(ok)\r\n{\"total_count\":9,\"items\":[")),
        .flood(.text(String(repeating: "{},", count: 20_000)))
      )
    ),
    (
      "endless failure",
      Reply(.send("HTTP/1.1 404 Not Found\r\n\r\n"), .flood(.text(filler)))
    ),
  ].map { (label: String, reply: Reply) in
    FaultCase(label, server: .replies(reply), .fails(3, 7, 8, within: 36))
  }

  // MARK: Fields

  private static let fields: [Self] = [
    ("bare line feeds", "HTTP/1.1 200 OK\nA: b\n\n"),
    ("a field with an escape", "\(ok)X-RateLimit-Remaining: \u{1B}[2J\r\n\r\n"),
    ("a clock of letters", "\(ok)Date: Foo, 99 Bar 99999 99:99:99 GMT\r\n\r\n"),
    (
      "huge budgets",
      "\(ok)X-RateLimit-Limit: 99999999999999999999\r\nX-RateLimit-Remaining: 9223372036854775807\r\nX-RateLimit-Reset: 9999999999999999\r\n\r\n"
    ),
  ].map { label, head in
    FaultCase("an answer with \(label)", server: bytes(head), .works(.lines(3)))
  }

  // MARK: Sizes

  private static let sizes: [Self] = [
    FaultCase("a body of 16 MiB", server: padded(to: 16 << 20), .works(.lines(3))),
    FaultCase("a body of 16 MiB and a byte", server: padded(to: (16 << 20) + 1), .fails(8)),
  ]

  private static func padded(to size: Int) -> Script {
    let body = Array(page.utf8) + [UInt8](repeating: 0x20, count: size - page.utf8.count)
    let head = "\(ok)Content-Length: \(body.count)\r\n\r\n"
    return .replies(Reply(.send(.text(head)), .send(.raw(body))))
  }
}
