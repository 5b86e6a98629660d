extension FaultCase {
  /// Failures between the program and a response.
  ///
  /// The program retries transient failures for as long as a request may take, so most of these are
  /// slow.
  static let network: [Self] =
    unreachable + broken + once + [silence] + proxies + environments

  private static let commands: [[Bytes]] = [
    ["swift"], ["star", "octo/one"], ["auth", "status"],
  ]

  /// The time limit of a request: 30 s including its retries.
  private static let aRequest = 36.0

  private static func words(_ arguments: [Bytes]) -> String {
    arguments.map { if case .text(let text) = $0 { text } else { "…" } }.joined(separator: " ")
  }

  private static let unreachable: [Self] =
    commands.map { arguments in
      FaultCase(
        "\(words(arguments)), nothing listening",
        arguments,
        at: .none,
        .ends(
          7,
          output: .anything,
          errors: .line("127.0.0.1:1"),
          within: aRequest
        ),
        isSlow: true
      )
    }
    + [
      ("a name that does not exist", "https://no-such-host.invalid"),
      ("a name that is too long", "https://\(String(repeating: "a", count: 64)).invalid"),
      ("IPv6, nothing listening", "http://[::1]:1"),
    ].map { label, url in
      FaultCase(
        label,
        at: .none,
        environment: ["GHSEARCH_API_URL": url],
        .fails(7, 64, within: aRequest),
        isSlow: true
      )
    }

  // MARK: Broken connections

  private static let broken: [Self] = [
    ("closed after accept", Script.greeting(.close)),
    ("silent after accept", .greeting(.stall)),
    ("reset before any byte", .replies(Reply(.reset))),
    ("silent after the request", .replies(Reply(.stall))),
    ("cut in the status line", .replies(.bytes("HTTP/1.1 20"))),
    ("cut in the fields", .replies(.bytes("HTTP/1.1 200 OK\r\nContent-Le"))),
    ("cut in the body", .replies(.bytes("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{"))),
    (
      "reset in the body",
      .replies(Reply(.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"), .reset))
    ),
    (
      "silent in the body",
      .replies(Reply(.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"), .stall))
    ),
    (
      "a byte a second in the body",
      .replies(
        Reply(
          .send("HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n"),
          .drip(.text(String(repeating: " ", count: 90)), milliseconds: 1000)
        )
      )
    ),
    ("only 100 Continue", .replies(Reply(.send("HTTP/1.1 100 Continue\r\n\r\n"), .stall))),
  ].flatMap { (label: String, script: Script) in
    [["swift"], ["star", "octo/one"]].map { (arguments: [Bytes]) in
      FaultCase(
        "\(words(arguments)), \(label)",
        arguments,
        server: script,
        // A star takes two requests: the first checks whether it exists.
        .fails(7, 8, within: 2 * aRequest),
        isSlow: true
      )
    }
  }

  /// A failure that does not recur stays invisible.
  private static let once: [Self] =
    [
      ("reset before any byte", Reply(.reset)),
      ("cut in the body", .bytes("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{")),
    ].flatMap { (label: String, reply: Reply) in
      [
        FaultCase(
          "once \(label)",
          server: .replies(reply, .rows(3)),
          .works(.lines(3), says: .anything, within: aRequest).asking(2),
          isSlow: true
        ),
        FaultCase(
          "star, once \(label)",
          ["star", "octo/one"],
          // The first requests read the star's state, and the last one the user.
          server: .routes(
            Script.Route("PUT /user/starred/", reply, .noContent),
            Script.Route("", .noContent)
          ),
          .works(.exactly("octo/one\tstarred\n"), says: .anything, within: aRequest).asking(5),
          isSlow: true
        ),
      ]
    } + [
      FaultCase(
        "a kept connection is closed at the second request",
        ["view", "octo/one"],
        server: .routes(
          Script.Route("/user/starred/", Reply(.close), .noContent),
          Script.Route("/repos/", .repository)
        ),
        .works(.containing("starred\tyes"), within: aRequest)
      ),
      FaultCase(
        "closed after each response",
        ["--limit", "300", "swift"],
        server: .replies(.page(1), .page(2), .page(3)),
        .works(.lines(300))
      ),
    ]

  // MARK: TLS

  /// `TrustStoreTests` has the certificates.
  private static let silence = FaultCase(
    "silence instead of TLS",
    server: .greeting(.stall),
    environment: ["GHSEARCH_API_URL": "https://127.0.0.1:{port}"],
    .fails(7, within: aRequest),
    isSlow: true
  )

  // MARK: Proxies

  private static let proxies: [Self] =
    [
      (
        "asks for a password",
        Script.replies(
          .answer("407 Proxy Authentication Required", ["Proxy-Authenticate: Basic realm=\"x\""])
        )
      ),
      (
        "answers with a page",
        .replies(.answer("200 OK", ["Content-Type: text/html"], body: "<html>Welcome</html>"))
      ),
      ("never speaks HTTP", .greeting(.send("SSH-2.0-OpenSSH_9\r\n"), .close)),
      ("resets", .replies(Reply(.reset))),
      ("redirects", .replies(.answer("302 Found", ["Location: {trap}"]))),
    ].map { (label: String, script: Script) in
      FaultCase(
        "the proxy \(label)",
        at: .proxy,
        server: script,
        .fails(7, 8, within: aRequest).notSending("uthorization: Bearer"),
        isSlow: true
      )
    } + [
      FaultCase(
        "no proxy listening",
        at: .proxy,
        environment: ["HTTPS_PROXY": "http://127.0.0.1:1"],
        .fails(7, within: aRequest),
        isSlow: true
      ),
      FaultCase(
        "a proxy with a password, which stays hidden",
        at: .proxy,
        environment: ["HTTPS_PROXY": "http://me:c4n4ry@127.0.0.1:1"],
        .fails(7, within: aRequest),
        isSlow: true
      ),
      FaultCase(
        "a proxy that is not an address",
        at: .proxy,
        environment: ["HTTPS_PROXY": "::::c4n4ry"],
        .fails(7, 8, 64, within: aRequest),
        isSlow: true
      ),
      FaultCase(
        "a proxy of an unknown kind",
        at: .proxy,
        environment: ["HTTPS_PROXY": "gopher://127.0.0.1:1"],
        .fails(7, 8, 64, within: aRequest),
        isSlow: true
      ),
      FaultCase(
        "no proxy for loopback in the clear",
        environment: ["http_proxy": "{trap}", "HTTP_PROXY": "{trap}", "ALL_PROXY": "{trap}"],
        .works(.lines(3))
      ),
      FaultCase(
        "NO_PROXY",
        server: .greeting(.send("HTTP/1.1 400 Bad Request\r\n\r\n"), .close),
        environment: [
          "GHSEARCH_API_URL": "https://localhost:{port}", "HTTPS_PROXY": "{trap}",
          "NO_PROXY": "localhost",
        ],
        .fails(7, within: aRequest),
        isSlow: true
      ),
    ]

  // MARK: Files and variables of curl

  private static let environments: [Self] = [
    FaultCase(
      ".netrc is not read",
      ["view", "octo/one"],
      server: .starred,
      environment: ["GHSEARCH_TOKEN": nil],
      files: [FaultFile("home/.netrc", .bytes("machine 127.0.0.1 login me password c4n4ry\n"))],
      .works(.containing("octo/one")).notSending("uthorization")
    ),
    FaultCase(
      ".curlrc is not read",
      files: [FaultFile("home/.curlrc", .bytes("proxy = {trap}\nheader = \"X-Evil: 1\"\n"))],
      .works(.lines(3)).notSending("X-Evil")
    ),
  ]
}
