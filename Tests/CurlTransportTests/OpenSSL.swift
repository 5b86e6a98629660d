import Foundation
import TestSupport
import Testing

/// The `openssl` program.
enum OpenSSL {
  static func run(_ arguments: [String]) throws {
    #expect(try FinishedProgram(["openssl"] + arguments).status == 0, "openssl \(arguments)")
  }

  /// Creates a self-signed `NAME.pem` for 127.0.0.1, and `NAME.key`.
  static func makeCertificate(_ name: String, in folder: String) throws {
    let options = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2"
    let names = ["-subj", "/CN=\(name)", "-addext", "subjectAltName=IP:127.0.0.1"]
    let files = ["-keyout", "\(folder)/\(name).key", "-out", "\(folder)/\(name).pem"]
    try run(options.split(separator: " ").map(String.init) + names + files)
  }

  /// `openssl s_server`, which by default answers every request with a page about the connection.
  struct Server {
    let authority: String
    /// Its standard input.
    let input = Pipe()
    /// Its standard output.
    let output = Pipe()
    private let process: Process

    init(certificate: String, key: String, _ options: [String] = ["-www"]) throws {
      process = OpenSSL.process(
        ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key] + options
      )
      (process.standardInput, process.standardOutput) = (input, output)
      try process.run()
      var text = ""
      // Waits for a line such as `ACCEPT 127.0.0.1:40001`.
      while !text.contains("ACCEPT") || !text.hasSuffix("\n") {
        let data = output.fileHandleForReading.availableData
        try #require(!data.isEmpty, "openssl s_server ended: \(text)")
        text += String(decoding: data, as: UTF8.self)
      }
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") })
      authority = String(line.dropFirst("ACCEPT ".count))
    }

    /// Uses SIGKILL, since the child has inherited a mask that blocks SIGTERM.
    func stop() {
      kill(process.processIdentifier, SIGKILL)
    }
  }

  private static func process(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.standardError = FileHandle.nullDevice
    return process
  }
}
