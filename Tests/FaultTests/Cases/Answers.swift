/// Minimal JSON in GitHub's form.
enum JSON {
  static func repository(
    _ id: Int = 1,
    _ name: String = "octo/one",
    more: String = ""
  ) -> String {
    let owner = name.split(separator: "/").first ?? ""
    return """
      {"id":\(id),"full_name":"\(name)","owner":{"login":"\(owner)"},\
      "html_url":"https://github.com/\(name)","stargazers_count":\(id)\(more)}
      """
  }

  static func page(_ items: [String], total: Int? = nil, more: String = "") -> String {
    """
    {"total_count":\(total ?? items.count),"incomplete_results":false,\
    "items":[\(items.joined(separator: ","))]\(more)}
    """
  }

  /// This many repositories, numbered from `first`.
  static func rows(_ count: Int, from first: Int = 1, total: Int? = nil) -> String {
    page((first..<first + count).map { repository($0, "octo/r\($0)") }, total: total)
  }

  static func message(_ text: String) -> String {
    #"{"message":"\#(text)","documentation_url":"https://docs.github.com/rest"}"#
  }
}

extension Reply {
  /// A page of search results.
  static func rows(_ count: Int, _ fields: [String] = []) -> Self {
    .answer("200 OK", fields, body: JSON.rows(count))
  }

  /// A full page that names a next page.
  static func page(_ number: Int, of total: Int = 1000, _ fields: [String] = []) -> Self {
    let next = "Link: <{url}/search/repositories?q=swift&page=\(number + 1)>; rel=\"next\""
    let body = JSON.rows(100, from: (number - 1) * 100 + 1, total: total)
    return .answer("200 OK", fields + [next], body: body)
  }

  static let noContent = Reply(.send("HTTP/1.1 204 No Content\r\n\r\n"))
  static let repository = Reply.answer(body: JSON.repository())

  static func failure(_ status: String, _ fields: [String] = [], _ text: String = "no") -> Self {
    .answer(status, fields, body: JSON.message(text))
  }
}

extension Script {
  static func rows(_ count: Int) -> Self { .replies(.rows(count)) }

  /// 100 rows of 8 KB each, more than a pipe holds.
  static let large = Script.replies(
    .answer(
      body: JSON.page(
        (1...100).map {
          JSON.repository(
            $0,
            "octo/r\($0)",
            more: ",\"description\":\"\(String(repeating: "x", count: 8000))\""
          )
        }
      )
    )
  )

  /// A starred repository.
  static let starred = Script.routes(
    Route("/user/starred/", .noContent),
    Route("/repos/", .repository),
    Route("GET /user ", .answer(body: #"{"login":"octo","id":1}"#)),
    Route("GET /rate_limit ", .answer(body: #"{"resources":{}}"#)),
    Route("", .rows(3))
  )
}
