import TestSupport

/// The way in which the program reaches the server.
enum Door: Sendable, Equatable {
  /// No server at all.
  case none
  /// `http` on loopback.
  case plain
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
      Self.receiveStray(connection, "another port", journal)
    }
    let shared = SharedPlaces()
    let server = try LoopbackServer { connection in
      Performance(
        connection: connection,
        script: script,
        journal: journal,
        places: shared.wait(),
        subject: subject
      )
      .run()
    }
    // The same port on another host; skipped if another process uses it.
    let neighbor = try? LoopbackServer(port: UInt16(server.port), lastByte: 2) { connection in
      Self.receiveStray(connection, "another host", journal)
    }
    places = Places(values: [
      "url": Self.url(of: server, at: door), "port": "\(server.port)",
      "trap": "http://127.0.0.1:\(trap.port)", "trapPort": "\(trap.port)",
      "neighbor": "http://127.0.0.2:\(server.port)", "proxy": server.url,
    ])
    shared.set(places)
    servers = [server, trap] + [neighbor].compactMap(\.self)
  }

  /// The environment variables that lead the program to a door.
  static func environment(at door: Door) -> [String: String] {
    switch door {
    case .none: ["GHSEARCH_API_URL": "http://127.0.0.1:1"]
    case .plain: ["GHSEARCH_API_URL": "{url}"]
    case .proxy: ["HTTPS_PROXY": "{proxy}"]
    }
  }

  private static func url(of server: LoopbackServer, at door: Door) -> String {
    switch door {
    case .none, .plain: server.url
    case .proxy: "https://api.github.com"
    }
  }

  /// Responds successfully, so that a program that follows reveals everything it would send.
  private static func receiveStray(
    _ connection: LoopbackConnection,
    _ target: String,
    _ journal: Journal
  ) {
    journal.noteStray(target)
    while let head = connection.readHead() {
      journal.noteStray(bytes: Array(head.utf8))
      connection.send("HTTP/1.1 204 No Content\r\n\r\n")
    }
  }
}
