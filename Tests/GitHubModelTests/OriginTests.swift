import Testing

@testable import GitHubModel

@Suite struct OriginTests {
  @Test(arguments: [
    ("https://api.github.com", "https://api.github.com"),
    ("https://API.GitHub.com:443", "https://api.github.com"),
    ("https://git.example:8443", "https://git.example:8443"),
    ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
    ("http://127.8.9.1", "http://127.8.9.1"),
    ("http://localhost:80", "http://localhost"),
    ("http://[::1]:9", "http://[::1]:9"),
  ])
  func `consists of scheme, host and port`(_ text: String, _ canonical: String) {
    #expect(Origin(text)?.description == canonical)
  }

  @Test(arguments: [
    "", "https://", "https:///", "api.github.com", "//api.github.com", "https:api.github.com",
    "http://api.github.com", "http://192.168.0.1", "http://127.0.0.1.evil.test",
    "http://localhost.evil.test", "http://127.1", "ftp://127.0.0.1", "https://user@host",
    "https://api.github.com@evil.test", "https://host:0", "https://host:65536", "https://host:",
    "https://host:+1", "https://ho st", "https://h\u{212A}", "https://[", "https://[]",
    "https://host\r\nX: y", "https://host/", "https://-host", "https://.host",
  ])
  func `rejects other texts as origins`(_ text: String) {
    #expect(Origin(text) == nil)
  }

  @Test func `compares origins exactly`() {
    let github = Origin("https://api.github.com")

    #expect(github != Origin("https://api.github.com:444"))
    #expect(github != Origin("https://github.com"))
    #expect(github != Origin("https://api.github.com."))
  }
}

@Suite struct APIBaseTests {
  @Test(arguments: [
    ("https://api.github.com", "https://api.github.com"),
    ("https://api.github.com/", "https://api.github.com"),
    ("https://git.example/api/v3/", "https://git.example/api/v3"),
    ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080/x"),
  ])
  func `a base URL is an origin and a path`(_ text: String, _ canonical: String) {
    #expect(APIBase(text)?.description == canonical)
  }

  @Test(arguments: [
    "", "x", "https://", "https://h/../x", "https://h/.", "https://h/a?b", "https://h/a#b",
    "https://h/a b", "https://h?x", "http://h", "https://u:p@h/",
  ])
  func `rejects a path that could lead to another origin`(_ text: String) {
    #expect(APIBase(text) == nil)
  }

  @Test func `follows GitHub's rules for enterprise hosts`() {
    #expect(APIBase(enterpriseHost: "git.example")?.description == "https://git.example/api/v3")
    #expect(APIBase(enterpriseHost: "acme.ghe.com")?.description == "https://api.acme.ghe.com")
    #expect(APIBase(enterpriseHost: "github.com") == .github)
    #expect(APIBase(enterpriseHost: "a/b") == nil)
  }

  @Test func `knows the host of its web pages`() {
    #expect(APIBase.github.webHost == "github.com")
    #expect(APIBase(enterpriseHost: "git.example")?.webHost == "git.example")
    #expect(APIBase(enterpriseHost: "acme.ghe.com")?.webHost == "acme.ghe.com")
    #expect(APIBase("http://127.0.0.1:8080")?.webHost == nil)
  }
}
