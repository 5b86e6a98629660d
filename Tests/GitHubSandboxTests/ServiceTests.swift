import GitHubSandbox
import JSON
import Testing

@Suite struct ServiceTests {
  @Test(arguments: [
    "/repos/../user", "/repos/swiftlang%2fswift", "/repos/swiftlang/swift/", "/repos//swift",
    "/repos/%2e%2e/swift", "/repos/a/b", "/", "/nothing", "/user/starred/a", "/repos/%zz/swift",
  ])
  func `responds with 404 to unknown paths`(_ target: String) {
    #expect(Client().send("GET", target).status == 404)
  }

  @Test func `counts neither a 304 nor a request for the rate limits`() throws {
    let client = Client()
    let first = client.send("GET", "/user/starred")
    let tag = try #require(first.headers["ETag"])

    let second = client.send("GET", "/user/starred", headers: ["If-None-Match": tag])
    let limits = client.send("GET", "/rate_limit")

    #expect(second.status == 304)
    #expect(second.headers["X-RateLimit-Used"] == "1")
    #expect(try limits.json()["resources"]?["core"]?["used"] == .number(1))
    #expect(try limits.json()["rate"] != nil)
  }

  @Test func `rejects bad credentials, unknown versions and clients without a User-Agent`() throws {
    var client = Client()
    let version = client.send("GET", "/user", headers: ["X-GitHub-Api-Version": "2001-01-01"])
    let nameless = client.send("GET", "/user", headers: ["User-Agent": ""])
    client.token = "wrong"
    let credentials = client.send("GET", "/repos/curl/curl")

    #expect(version.status == 400)
    #expect(try version.json()["errors"]?.string != nil)
    #expect(nameless.status == 403)
    #expect(credentials.status == 401)
    #expect(credentials.headers["X-RateLimit-Limit"] == nil)
  }

  @Test func `generates the same repositories every time`() throws {
    let few = Client { $0.generatedRepositories = 50 }
    let many = Client { $0.generatedRepositories = 200 }

    let target = "/repositories/600000049"
    #expect(few.send("GET", target).body == many.send("GET", target).body)
    #expect(few.send("GET", target).status == 200)
  }

  @Test func `writes dates as GitHub does`() {
    let time = UnixTime(iso8601: "2024-02-29T23:59:58Z")

    #expect(time?.iso8601 == "2024-02-29T23:59:58Z")
    #expect(time?.httpDate == "Thu, 29 Feb 2024 23:59:58 GMT")
    #expect(UnixTime(iso8601: "2023-02-29") == nil)
  }
}
