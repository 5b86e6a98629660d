import GitHubSandbox
import JSON
import Testing

@Suite struct SandboxStarTests {
  @Test func `returns the time of a star on request`() throws {
    let client = Client { $0.stars = ["octocat": ["curl/curl"]] }

    let answer = client.send(
      "GET",
      "/user/starred",
      headers: ["Accept": "application/vnd.github.star+json"]
    )

    let star = try #require(try answer.json().elements.first)
    #expect(star["starred_at"]?.string == "2026-08-21T00:00:00Z")
    #expect(star["repo"]?["full_name"]?.string == "curl/curl")
  }

  @Test func `rejects tokens without permission as GitHub does`() throws {
    let classic = SandboxToken("classic", login: "a", id: 1, kind: .classic(scopes: ["gist"]))
    let fine = SandboxToken(
      "fine",
      login: "b",
      id: 2,
      kind: .fineGrained(permissions: ["starring=read"])
    )
    var client = Client { $0.tokens = [classic, fine] }

    client.token = "classic"
    let hidden = client.send("PUT", "/user/starred/curl/curl")
    client.token = "fine"
    let forbidden = client.send("PUT", "/user/starred/curl/curl")
    client.token = nil
    let anonymous = client.send("PUT", "/user/starred/curl/curl")

    #expect(hidden.status == 404)
    #expect(hidden.headers["X-OAuth-Scopes"] == "gist")
    #expect(forbidden.status == 403)
    #expect(forbidden.headers["X-Accepted-GitHub-Permissions"] == "starring=write")
    #expect(anonymous.status == 401)
  }

  @Test func `a fine-grained token stars only its user's repositories, and reads all stars`()
    throws
  {
    let token = SandboxToken("github_pat_1", login: "curl", id: 2)
    var client = Client {
      $0.tokens = [token]
      $0.stars = ["curl": ["jqlang/jq"]]
    }
    client.token = token.value

    for method in ["PUT", "DELETE"] {
      let refused = client.send(method, "/user/starred/jqlang/jq")
      #expect(refused.status == 403)
      #expect(
        try refused.json()["message"]?.string == "Resource not accessible by personal access token"
      )
      #expect(refused.headers["X-Accepted-GitHub-Permissions"] == "starring=write")
      #expect(refused.headers["X-OAuth-Scopes"] == nil)
    }
    #expect(client.send("PUT", "/user/starred/curl/curl").status == 204)
    #expect(client.send("PUT", "/user/starred/nobody/nothing").status == 404)
    #expect(client.send("GET", "/user/starred/jqlang/jq").status == 204)
    #expect(try client.send("GET", "/user/starred").json().elements.count == 2)
  }
}

@Suite struct SandboxStarHistoryTests {
  @Test func `the daily stars add up to a repository's stars`() throws {
    let client = Client()

    for name in ["vapor/vapor", "apple/container", "swiftlang/swift", "atom/atom"] {
      var (sum, page, weeks) = (0, 1, [Int]())
      while true {
        let answer = client.send("GET", "/repos/\(name)/stargazers/history?page=\(page)")
        for week in try answer.json().elements {
          let days = week["days"]?.elements.compactMap(\.int) ?? []
          #expect(days.count == 7 && days.allSatisfy { $0 >= 0 })
          #expect(week["total"]?.int == days.reduce(0, +))
          sum += days.reduce(0, +)
          weeks.append(week["week"]?.int ?? 0)
        }
        page += 1
        guard answer.headers["Link"]?.contains("rel=\"next\"") == true else { break }
      }
      #expect(zip(weeks, weeks.dropFirst()).allSatisfy { $0 == $1 + 604_800 })
      #expect(sum == (try client.send("GET", "/repos/\(name)").json()["stargazers_count"]?.int))
    }
  }

  @Test func `a page has an ETag and no more than 30 weeks`() throws {
    let client = Client()
    let path = "/repos/vapor/vapor/stargazers/history?per_page=100"

    let answer = client.send("GET", path)
    let again = client.send("GET", path, headers: ["If-None-Match": answer.headers["ETag"] ?? ""])

    #expect(try answer.json().elements.count == 30)
    #expect(again.status == 304)
    #expect(client.send("GET", "/repos/no/such/stargazers/history").status == 404)
  }
}
