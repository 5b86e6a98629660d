import TestSupport

/// The way in which the program reaches the server.
enum Door: Sendable, Equatable {
  /// No server at all.
  case none
  /// `http` on loopback.
  case plain
  /// `https` on loopback.
  case encrypted(Certificates.Kind = .good, newestVersion: Int? = nil)
  /// `https://api.github.com`, through a proxy that is the server itself.
  case github
  /// A proxy that plays the script, and sees CONNECT.
  case proxy
}

/// A server that plays one script at one door, next to two servers that must get no requests.
final class FaultServer: Sendable {
  let journal = Journal()
  let places: Places
  private let servers: [LoopbackServer]

  /// Starts to listen; `subject` is the program that the script's steps signal.
  init(_ script: Script, at door: Door, subject: Subject) throws {
    let journal = journal
    let trap = try LoopbackServer { connection in
      Self.receiveStray(Wire(connection), "another port", journal)
    }
    let shared = SharedPlaces()
    let server = try LoopbackServer { connection in
      Self.serve(connection, script, at: door, Context(journal, shared.wait(), subject))
    }
    // The same port on another host; skipped if another process uses it.
    let neighbor = try? LoopbackServer(port: UInt16(server.port), lastByte: 2) { connection in
      Self.receiveStray(Wire(connection), "another host", journal)
    }
    places = Places(values: [
      "url": Self.url(of: server, at: door), "port": "\(server.port)",
      "trap": "http://127.0.0.1:\(trap.port)", "trapPort": "\(trap.port)",
      "neighbor": "http://127.0.0.2:\(server.port)", "proxy": server.url,
      "authority": Certificates.shared?.authority ?? "",
    ])
    shared.set(places)
    servers = [server, trap] + [neighbor].compactMap(\.self)
  }

  /// The environment variables that lead the program to a door.
  static func environment(at door: Door) -> [String: String] {
    switch door {
    case .none: ["GHSEARCH_API_URL": "http://127.0.0.1:1"]
    case .plain: ["GHSEARCH_API_URL": "{url}"]
    case .encrypted: ["GHSEARCH_API_URL": "{url}", "SSL_CERT_FILE": "{authority}"]
    case .github, .proxy: ["HTTPS_PROXY": "{proxy}", "SSL_CERT_FILE": "{authority}"]
    }
  }

  private static func url(of server: LoopbackServer, at door: Door) -> String {
    switch door {
    case .none, .plain: server.url
    case .encrypted: "https://localhost:\(server.port)"
    case .github, .proxy: "https://api.github.com"
    }
  }
}

// MARK: Connections

extension FaultServer {
  private struct Context {
    let journal: Journal
    let places: Places
    let subject: Subject

    init(_ journal: Journal, _ places: Places, _ subject: Subject) {
      (self.journal, self.places, self.subject) = (journal, places, subject)
    }

    func play(_ script: Script, on wire: Wire) {
      Performance(
        wire: wire,
        script: script,
        journal: journal,
        places: places,
        subject: subject
      )
      .run()
    }
  }

  private static func serve(
    _ connection: LoopbackConnection,
    _ script: Script,
    at door: Door,
    _ context: Context
  ) {
    switch door {
    case .none: break
    case .plain, .proxy: context.play(script, on: Wire(connection))
    case .encrypted(let kind, let newest):
      guard let identity = Certificates.shared?.identity(kind, newestVersion: newest),
        let wire = Wire(connection, as: identity)
      else { return }
      context.play(script, on: wire)
    case .github: tunnel(connection, script, context)
    }
  }

  /// Plays the proxy and, behind it, every host.
  private static func tunnel(
    _ connection: LoopbackConnection,
    _ script: Script,
    _ context: Context
  ) {
    let proxy = Wire(connection)
    guard let head = proxy.readHead() else { return }
    let words = String(decoding: head, as: UTF8.self).split(separator: " ")
    guard words.count > 2, words[0] == "CONNECT" else {
      context.journal.noteStray("the proxy itself")
      context.journal.noteStray(bytes: head)
      return
    }
    proxy.send(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8))
    guard let identity = Certificates.shared?.identity(.good),
      let wire = Wire(connection, as: identity)
    else { return }
    if words[1] == "api.github.com:443" {
      context.play(script, on: wire)
    } else {
      receiveStray(wire, String(words[1]), context.journal)
    }
  }

  /// Answers successfully, so that a program that follows reveals everything it would send.
  private static func receiveStray(_ wire: Wire, _ target: String, _ journal: Journal) {
    journal.noteStray(target)
    while let head = wire.readHead() {
      journal.noteStray(bytes: head)
      wire.send(Array("HTTP/1.1 204 No Content\r\n\r\n".utf8))
    }
  }
}
