import Foundation
import JSON
import MCP
import SearchUI
import System
import TestSupport
import Testing

@testable import Commands

/// The protocol's envelope: every line gets its answer, or none.
@Suite struct MCPServerTests {
  private static let tool = MCPTool(
    name: "echo",
    declaration: ["name": "echo", "inputSchema": ["type": "object"]],
    isReadOnly: true
  ) { arguments, progress in
    progress("reading")
    return arguments["fails"] == true
      ? MCPResult(content: ["status": 6], isError: true) : MCPResult(content: arguments)
  }

  /// The answers to lines, each as an object.
  private static func answers(to lines: [String]) async throws -> [[String: Any]] {
    let output = MemorySink()
    let server = MCPServer([tool], instructions: "words", version: "1.2.3")
    let failure = await server.run(
      reading: FixedLines(lines.map(LineRead.line)),
      writingTo: output
    )
    #expect(failure == nil)
    #expect(output.text.isEmpty || output.text.hasSuffix("\n"))
    return try output.text.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  private static let meta = """
    "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
    "io.modelcontextprotocol/clientCapabilities":{}}
    """

  // MARK: Generated lines

  /// A part of a message, and its effect on the answer.
  private typealias Choice<Meaning> = (text: String?, meaning: Meaning)

  private enum Version { case right, wrong }
  private enum Name { case none, invalid, notification, unknown, ping, list, call, discover }
  private enum Params { case none, noObject, modern, otherVersion, incomplete, brokenMeta }

  private static let ids: [Choice<Bool?>] = [
    (nil, nil), ("1", true), ("-5", true), ("0", true), ("9007199254740993", true),
    ("12345678901234567890123", true), (#""a""#, true), (#""""#, true), (#""\u00e9\n""#, true),
    ("1.5", false), ("1e2", false), ("null", false), ("true", false), ("{}", false),
    ("[1]", false), (#""\ud800""#, false),
  ]
  private static let versions: [Choice<Version>] = [
    (#""2.0""#, .right), (#""1.0""#, .wrong), (nil, .wrong), ("2", .wrong),
  ]
  private static let methods: [Choice<Name>] = [
    (nil, .none), ("5", .invalid), (#""notifications/cancelled""#, .notification),
    (#""nope""#, .unknown), (#""prompts/list""#, .unknown), (#""ping""#, .ping),
    (#""tools/list""#, .list), (#""tools/call""#, .call), (#""server/discover""#, .discover),
  ]
  private static let params: [Choice<Params>] = [
    (nil, .none), ("[]", .noObject), (#""x""#, .noObject), ("null", .noObject),
    ("{\(meta)}", .modern),
    (
      #"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2031-01-01"}}"#, .otherVersion
    ),
    (
      #"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}"#, .incomplete
    ),
    (#"{"_meta":{"io.modelcontextprotocol/protocolVersion":7}}"#, .incomplete),
    (#"{"_meta":[]}"#, .brokenMeta), ("{}", .incomplete),
  ]

  /// The error code, 0 for a result, or nil for no answer; and whether the ID is returned.
  private static func expected(
    _ id: Bool?,
    _ version: Version,
    _ name: Name,
    _ params: Params
  ) -> (code: Int, hasID: Bool)? {
    let isUsable = id == true
    if version == .wrong || name == .none || name == .invalid { return (-32600, isUsable) }
    if id == nil { return nil }
    guard isUsable else { return (-32600, false) }
    if name == .unknown || name == .notification { return (-32601, true) }
    if name == .ping { return (0, true) }
    return switch params {
    case .none, .noObject, .incomplete, .brokenMeta: (-32602, true)
    case .otherVersion: (-32022, true)
    // The call names no tool.
    case .modern: name == .call ? (-32602, true) : (0, true)
    }
  }

  @Test func `answers thousands of lines as the table says`() async throws {
    var lines: [String] = []
    var expectations: [(code: Int, id: String)] = []
    for id in Self.ids {
      for version in Self.versions {
        for method in Self.methods {
          for params in Self.params {
            let members = [
              ("jsonrpc", version.text), ("id", id.text), ("method", method.text),
              ("params", params.text),
            ]
            let line = members.compactMap { name, text in text.map { #""\#(name)":\#($0)"# } }
              .joined(separator: ",")
            lines += ["{\(line)}", "{\(line)", "[{\(line)}]"]
            let answer = Self.expected(id.meaning, version.meaning, method.meaning, params.meaning)
            if let answer {
              expectations.append((answer.code, answer.hasID ? id.text ?? "" : "null"))
            }
            expectations += [(-32700, "null"), (-32600, "null")]
          }
        }
      }
    }
    let output = MemorySink()
    _ = await MCPServer([Self.tool], instructions: "", version: "1")
      .run(reading: FixedLines(lines.map(LineRead.line)), writingTo: output)

    let answers = output.text.split(separator: "\n")
    try #require(answers.count == expectations.count)
    for (answer, expectation) in zip(answers, expectations) {
      let object = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
      let error = object?["error"] as? [String: Any]
      #expect(error?["code"] as? Int ?? 0 == expectation.code, "\(answer)")
      // The ID is returned as written, except for escapes in a string.
      let id = expectation.id.replacing(#"\u00e9"#, with: "é")
      #expect(answer.hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"#), "\(answer)")
      #expect((object?["result"] == nil) == (expectation.code != 0))
    }
  }

  @Test(arguments: 0..<20)
  func `random bytes never end the server`(seed: Int) async throws {
    var random = Dice(state: UInt64(seed))
    let alphabet = Array(#"{}[]":,\u0é 12-.eE+truefalsnjsonrpcidmethod"#)
    let whole = #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{}}"#
    let lines = (0..<300).map { _ -> String in
      var letters = Array(whole)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        letters[Int.random(in: letters.indices, using: &random)] = random.one(of: alphabet)
      }
      return String(letters)
    }

    let answers = try await Self.answers(to: lines + [whole.replacing(":1,", with: ":\"last\",")])

    #expect(answers.last?["id"] as? String == "last")
    #expect(answers.count <= lines.count + 1)
  }

  @Test func `rejects lines that are not text, too long or too deep, and serves the next`()
    async throws
  {
    let output = MemorySink()
    let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    let lines: [LineRead] = [
      .unreadable("it is not UTF-8 text"), .overlong("it is too long"), .line(deep), .line(""),
      .line(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#),
    ]
    _ = await MCPServer([], instructions: "", version: "1")
      .run(reading: FixedLines(lines), writingTo: output)

    let codes = output.text.matches(of: /"code":(-[0-9]+)/).map { String($0.output.1) }
    #expect(codes == ["-32700", "-32600", "-32600", "-32700"])
    #expect(output.text.hasSuffix(#"{"jsonrpc":"2.0","id":1,"result":{}}"# + "\n"))
  }

  // MARK: Both eras

  @Test(arguments: [
    ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2024-11-05", "2025-11-25"),
    ("2026-07-28", "2025-11-25"), ("nonsense", "2025-11-25"),
  ])
  func `initialize negotiates a version of the earlier protocol`(
    _ wanted: String,
    _ answered: String
  ) async throws {
    let answers = try await Self.answers(to: [
      #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"\#(wanted)"}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{}}"#,
    ])

    #expect(answers.map { $0["id"] as? Int } == [1, 2, 3])
    #expect((answers[0]["error"] as? [String: Any])?["code"] as? Int == -32602)
    let opened = try #require(answers[1]["result"] as? [String: Any])
    #expect(opened["protocolVersion"] as? String == answered)
    #expect((opened["serverInfo"] as? [String: String])?["version"] == "1.2.3")
    let listed = try #require(answers[2]["result"] as? [String: Any])
    #expect((listed["tools"] as? [Any])?.count == 1)
  }

  @Test func `answers an unsupported version with the supported ones`() async throws {
    let meta = #""_meta":{"io.modelcontextprotocol/protocolVersion":"2031-01-01"}"#
    let answers = try await Self.answers(to: [
      #"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{\#(meta)}}"#
    ])

    let error = try #require(answers.first?["error"] as? [String: Any])
    let data = try #require(error["data"] as? [String: Any])
    #expect(data["requested"] as? String == "2031-01-01")
    #expect(data["supported"] as? [String] == ["2026-07-28", "2025-11-25", "2025-06-18"])
  }

  // MARK: Calls

  private static func call(_ id: String, _ members: String, token: String? = nil) -> String {
    let meta = token.map { Self.meta.dropLast() + #","progressToken":\#($0)}"# } ?? meta[...]
    return
      #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{\#(members),\#(meta)}}"#
  }

  @Test func `a tool's result is text and structure, and an error is text only`() async throws {
    let answers = try await Self.answers(to: [
      Self.call(#""a""#, #""name":"echo","arguments":{"word":"é\n"}"#),
      Self.call(#""b""#, #""name":"echo","arguments":{"fails":true}"#),
      Self.call(#""c""#, #""name":"echo""#), Self.call("4", #""name":"none""#),
      Self.call("5", #""name":"echo","arguments":[]"#), Self.call("6", #""name":7"#),
    ])

    var results: [String: [String: Any]] = [:]
    for answer in answers {
      if let id = answer["id"] as? String { results[id] = answer["result"] as? [String: Any] }
    }
    let good = try #require(results["a"])
    #expect(good["structuredContent"] as? [String: String] == ["word": "é\n"])
    let content = try #require(good["content"] as? [[String: String]])
    #expect(content == [["type": "text", "text": #"{"word":"é\n"}"#]])
    #expect(good["isError"] as? Bool == false)
    #expect(results["b"]?["isError"] as? Bool == true)
    #expect(results["b"]?["structuredContent"] == nil)
    #expect(results["c"]?["isError"] as? Bool == false)
    let codes = answers.compactMap { ($0["error"] as? [String: Any])?["code"] as? Int }
    #expect(codes == [-32602, -32602, -32602])
  }

  @Test func `reports progress only to clients that request it`() async throws {
    let silent = try await Self.answers(to: [Self.call("1", #""name":"echo""#)])
    let told = try await Self.answers(to: [
      Self.call("1", #""name":"echo""#, token: "9007199254740993")
    ])

    #expect(silent.count == 1)
    #expect(told.count == 2)
    let params = try #require(told[0]["params"] as? [String: Any])
    #expect(params["progressToken"] as? Int == 9_007_199_254_740_993)
    #expect(params["message"] as? String == "reading")
  }

  @Test func `does not answer a canceled call, and delays no other`() async throws {
    let (started, starting) = AsyncStream.makeStream(of: Void.self)
    let slow = MCPTool(name: "slow", declaration: [:], isReadOnly: true) { _, progress in
      progress("begins")
      starting.yield()
      try? await untilCanceled()
      progress("goes on")
      return MCPResult(content: ["isCanceled": .bool(Task.isCancelled)])
    }
    let (lines, client) = AsyncStream.makeStream(of: String.self)
    let output = MemorySink()
    async let run = MCPServer([slow], instructions: "", version: "1")
      .run(reading: FedLines(lines: lines), writingTo: output)
    client.yield(Self.call("1", #""name":"slow""#, token: "1"))
    for await _ in started { break }
    client.yield(Self.call("1", #""name":"slow""#))
    client.yield(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#)
    for id in ["7", "null", "[]", "1"] {
      client.yield(
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#
      )
    }
    client.finish()
    _ = await run

    let answers = output.text.split(separator: "\n")
    #expect(answers.count == 3)
    #expect(answers[0].contains(#""message":"begins""#))
    #expect(answers[1].contains(#""id":1,"error":{"code":-32600"#))
    #expect(answers[2] == #"{"jsonrpc":"2.0","id":2,"result":{}}"#)
  }

  @Test func `answers each of a hundred concurrent calls once, in whole lines`() async throws {
    let lines = (1...100).map { Self.call("\($0)", #""name":"echo","arguments":{"n":\#($0)}"#) }

    let answers = try await Self.answers(to: lines)

    #expect(Set(answers.compactMap { $0["id"] as? Int }) == Set(1...100))
    #expect(answers.count == 100)
  }

  @Test func `reports answers that cannot be written`() async {
    let failure = await MCPServer([], instructions: "", version: "1").run(
      reading: FixedLines([.line("x"), .line("y")]),
      writingTo: MemorySink(failing: ENOSPC)
    )

    #expect(failure?.code == ENOSPC)
  }
}

/// Lines that are all available immediately.
private final class FixedLines: LineReading {
  private let rest: Guarded<ArraySlice<LineRead>>

  init(_ lines: [LineRead]) { rest = Guarded(lines[...]) }

  func next() async -> LineRead { rest.withLock { $0.popFirst() } ?? .end }
}

/// Lines that a test sends one after another.
private struct FedLines: LineReading {
  let lines: AsyncStream<String>

  func next() async -> LineRead {
    for await line in lines { return .line(line) }
    return .end
  }
}
