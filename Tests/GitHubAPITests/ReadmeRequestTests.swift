import GitHubModel
import HTTPTypes
import TestSupport
import Testing

@testable import GitHubAPI

@Suite struct ReadmeRequestTests {
  @Test func `requests a README as Markdown, and accepts that there is none`() async throws {
    let transport = StubTransport(
      .init(.get, "/repos/a/b/readme", body: "# Title"),
      .init(.get, "/repos/a/b/readme", status: 404)
    )
    let name = try #require(RepositoryName("a/b"))

    #expect(try await client(transport).send(.readme(name)).value == "# Title")
    #expect(try await client(transport).send(.readme(name)).value == nil)

    let accept = transport.requests.first?.headerFields[.accept]
    #expect(accept == "application/vnd.github.raw+json")
  }

  @Test func `requests a README to show with its path, and as raw text if too large for JSON`()
    async throws
  {
    let small =
      #"{"path":"docs/README.md","sha":"c0","content":"IyBO\nZXc=\n","encoding":"base64"}"#
    let large = #"{"path":".github/README.md","sha":"c0","content":"","encoding":"none"}"#
    let transport = StubTransport(
      .init(.get, "/repos/a/b/readme", body: small),
      .init(.get, "/repos/a/b/readme", body: large),
      .init(.get, "/repos/a/b/readme", body: "# Large"),
      .init(.get, "/repos/a/b/readme", status: 404)
    )
    let name = try #require(RepositoryName("a/b"))
    let client = client(transport)

    #expect(try await client.readme(of: name) == ReadmeSource("# New", at: "docs/README.md"))
    #expect(try await client.readme(of: name) == ReadmeSource("# Large", at: ".github/README.md"))
    #expect(try await client.readme(of: name) == nil)
  }

  @Test func `a README that the caller has is not sent again`() async throws {
    let file =
      #"{"path":"docs/readme.rst","sha":"c0ffee","content":"IyBO\nZXc=\n","encoding":"base64"}"#
    let transport = StubTransport(
      .init(.get, "/repos/a/b/readme", status: 304),
      .init(.get, "/repos/a/b/readme", body: file),
      .init(.get, "/repos/a/b/readme", status: 404)
    )
    let name = try #require(RepositoryName("a/b"))
    let client = client(transport)

    let values = [
      try await client.send(.readmeFile(name, unlessIs: "\"one\"")).value,
      try await client.send(.readmeFile(name, unlessIs: nil)).value,
      try await client.send(.readmeFile(name, unlessIs: nil)).value,
    ]

    guard case .unchanged = values[0], case .value(let found) = values[1],
      case .value(nil) = values[2]
    else {
      Issue.record("\(values)")
      return
    }
    #expect(found == ReadmeFile(path: "docs/readme.rst", version: "c0ffee", text: "# New"))
    let tags = transport.requests.map { $0.headerFields[.ifNoneMatch] }
    #expect(tags == ["\"one\"", nil, nil])
  }

  @Test func `omits the text of a README that is too large for JSON`() async throws {
    let file = #"{"path":"README.md","sha":"c0ffee","content":"","encoding":"none"}"#
    let transport = StubTransport(.init(.get, "/repos/a/b/readme", body: file))
    let name = try #require(RepositoryName("a/b"))

    let value = try await client(transport).send(.readmeFile(name, unlessIs: nil)).value

    guard case .value(let found?) = value else {
      Issue.record("\(value)")
      return
    }
    #expect(found.path == "README.md" && found.text == nil)
  }

  @Test func `fetches many READMEs in one request, each with its own result`() async throws {
    let transport = StubTransport(
      .init(
        .post,
        "/graphql",
        body: """
          {"data":{"nodes":[
            {"readme1":{"oid":"a1","text":"# One","isTruncated":false,"isBinary":false},
             "readme8":{"oid":"b1","text":"# Docs","isTruncated":false,"isBinary":false}},
            {"readme1":null}, {"readme1":{}},
            {"readme1":{"oid":"a4","text":"# Beg","isTruncated":true,"isBinary":false}},
            {"readme1":{"oid":"a5","text":null,"isTruncated":false,"isBinary":true}},
            {"readme1":{"oid":"a6","text":"docs/README.md","isTruncated":false,"isBinary":false}},
            {"readme1":null,"readme4":{"oid":"a7","text":"","isTruncated":false,"isBinary":null}},
            null, null]},
           "errors":[{"type":"FORBIDDEN","path":["nodes",7],"message":"Not yours."}]}
          """
      )
    )

    let results = try await client(transport)
      .send(.readmes(nodeIDs: (1...9).map { "R_\($0)" })).value

    let words = results.map { result in
      switch result {
      case .found(.found(let file)): "\(file.path) \(file.version) \(file.text ?? "-")"
      case .found(.absent): "absent"
      case .found(.needsREST): "REST"
      case .gone: "gone"
      case .failed(let error): "\(error.kind)"
      case nil: "nothing"
      }
    }
    #expect(
      words == [
        "README.md a1 # One", "absent", "REST", "REST", "REST", "REST", "README.rst a7 ",
        "forbidden",
        "nothing",
      ]
    )
  }

  @Test func `truncates a README above the limit`() async throws {
    let text = String(repeating: "x", count: 600_000)
    let answer = StubTransport.Exchange(.get, "/repos/a/b/readme", body: text)
    let transport = StubTransport(answer, answer)
    let name = try #require(RepositoryName("a/b"))

    let readme = try await client(transport).send(.readme(name)).value
    let whole = try await client(transport).send(.readme(name, longest: .max)).value

    #expect(readme?.count == 524_288)
    #expect(whole == text)
  }

  @Test func `sorts languages by size`() async throws {
    let transport = StubTransport(
      .init(
        .get,
        "/repos/a/b/languages",
        body: #"{"C": 5, "Swift": 900, "Odd": "x", "None": 0, "Ada": 5}"#
      )
    )
    let name = try #require(RepositoryName("a/b"))

    let shares = try await client(transport).send(.languages(name)).value

    #expect(shares.map(\.language) == ["Swift", "Ada", "C"])
    #expect(shares.map(\.bytes) == [900, 5, 5])
  }
}
