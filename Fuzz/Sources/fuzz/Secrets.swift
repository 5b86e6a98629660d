import GitHubModel

@testable import TokenStore

/// `.env`, the token file and gh's hosts: every parsed token is valid.
func checkSecrets(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  let keys = ["GHSEARCH_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"]
  do throws(DotEnv.SyntaxError) {
    for value in try DotEnv(text, keys: keys).values.values { AccessToken(value).map(checkToken) }
  } catch {
    // "\r\n" is one line break, and each half may also be one by itself.
    demand((1...text.unicodeScalars.count + 1).contains(error.line), "line \(error.line)")
  }
  for entry in TokenFile(text)?.entries ?? [] { checkToken(entry.token) }
  GHHosts(text).token(for: "github.com").map(checkToken)
}

private func checkToken(_ token: AccessToken) {
  let text = token.reveal()
  demand((1...4096).contains(text.utf8.count), "a token of \(text.utf8.count) bytes")
  let isPlain = text.utf8.allSatisfy { byte in
    48...57 ~= byte || 65...90 ~= byte || 97...122 ~= byte || "-._~+/=".utf8.contains(byte)
  }
  demand(isPlain, "a token with other characters")
  let hidden = "AccessToken(hidden)"
  demand("\(token)" == hidden && String(reflecting: token) == hidden, "a printed token")
}
