package import JSON
package import Output
package import System

/// A server of the Model Context Protocol (modelcontextprotocol.io): one JSON-RPC message a line.
///
/// It supports version 2026-07-28, in which requests are self-contained, and the two earlier
/// versions, which begin with `initialize`. It answers every message immediately, except for tool
/// calls, which run concurrently. It knows only the declarations of the tools.
package final class MCPServer: Sendable {
  private let tools: [MCPTool]
  private let instructions: String
  private let version: String
  private let state = Guarded(State())
  /// Complete lines in the order in which they are written.
  private let answers: AsyncStream<String>
  private let queue: AsyncStream<String>.Continuation
  private let readers = Semaphore(4)
  /// Serializes changes, as GitHub requires.
  private let writers = Semaphore(1)

  private struct State {
    /// Whether the client has initialized a session of the earlier protocol.
    var isInitialized = false
    var calls: [RequestID: Call] = [:]
  }

  private struct Call {
    var task: Task<Void, Never>?
    /// Whether the client has canceled the call, so that it gets no answer.
    var isCanceled = false
  }

  /// `instructions` explain the server to a model; `version` is the program's.
  package init(_ tools: [MCPTool], instructions: String, version: String) {
    (self.tools, self.instructions, self.version) = (tools, instructions, version)
    (answers, queue) = AsyncStream.makeStream(of: String.self)
  }

  /// Answers messages until they end, and finishes the calls in progress.
  ///
  /// - Returns: Why answers could not be written; nil if all were.
  package func run(reading lines: any LineReading, writingTo output: any TextSink) async
    -> SystemError?
  {
    async let failure = Self.write(answers, to: output)
    await withTaskCancellationHandler {
      await read(lines)
      while let call = state.withLock({ $0.calls.values.first?.task }) { await call.value }
    } onCancel: {
      for call in state.withLock({ Array($0.calls.values) }) { call.task?.cancel() }
    }
    queue.finish()
    return await failure
  }

  private func read(_ lines: any LineReading) async {
    while !Task.isCancelled {
      switch await lines.next() {
      case .line(let line): receive(line)
      case .unreadable(let why): send(MCPError(.notJSON, why), to: nil)
      case .overlong(let why): send(MCPError(.noRequest, why), to: nil)
      case .end: return
      }
    }
  }

  /// Writes an answer without blocking Swift's thread pool on a client that does not read.
  private static func write(
    _ answers: AsyncStream<String>,
    to output: any TextSink
  ) async -> SystemError? {
    var failure: SystemError?
    for await answer in answers where failure == nil {
      failure = await DedicatedThread.run {
        do throws(SystemError) {
          try output.write(answer + "\n")
          return nil
        } catch {
          return error
        }
      }
    }
    return failure
  }
}

package struct MCPTool: Sendable {
  package let name: String
  package let declaration: JSONValue
  package let isReadOnly: Bool
  /// Runs the tool and reports its progress in words; returns nil for an internal error.
  package let call:
    @Sendable (_ arguments: JSONValue, _ progress: @escaping @Sendable (String) -> Void) async ->
      MCPResult?

  package init(
    name: String,
    declaration: JSONValue,
    isReadOnly: Bool,
    call:
      @escaping @Sendable (_ arguments: JSONValue, _ progress: @escaping @Sendable (String) -> Void)
      async -> MCPResult?
  ) {
    (self.name, self.declaration, self.isReadOnly) = (name, declaration, isReadOnly)
    self.call = call
  }
}

package struct MCPResult: Sendable {
  package let content: JSONValue
  package var isError = false

  package init(content: JSONValue, isError: Bool = false) {
    (self.content, self.isError) = (content, isError)
  }
}

// MARK: - Answering

extension MCPServer {
  private func receive(_ line: String) {
    do throws(MCPError) {
      guard let message = try MCPMessage(line) else { return }
      if let id = message.id {
        answer(message, id)
      } else if message.method == "notifications/cancelled" {
        cancel(message.given)
      }
    } catch {
      send(error, to: error.id)
    }
  }

  private func answer(_ request: MCPMessage, _ id: RequestID) {
    do throws(MCPError) {
      // Answers to two requests with the same ID could be confused.
      guard state.withLock({ $0.calls[id] == nil }) else {
        throw MCPError(.noRequest, "a request with this id is in progress")
      }
      if let result = try result(of: request, id) { send(result, to: id) }
    } catch {
      send(error, to: id)
    }
  }

  /// The result of a request; nil if the answer follows later.
  private func result(
    of request: MCPMessage,
    _ id: RequestID
  ) throws(MCPError) -> JSONValue? {
    switch request.method {
    case "initialize": return try initialized(request)
    case "ping": return [:]
    case "server/discover":
      _ = try checkedParams(request)
      return complete(
        [
          ("supportedVersions", .array(([MCPVersion.modern] + MCPVersion.legacy).map { "\($0)" })),
          ("capabilities", MCPServer.capabilities), ("instructions", .string(instructions)),
        ] + Self.cacheHints
      )
    case "tools/list":
      guard try checkedParams(request)?["cursor"]?.isNull != false else {
        throw MCPError(.invalidParams, "unknown params.cursor")
      }
      return complete([("tools", .array(tools.map(\.declaration)))] + Self.cacheHints)
    case "tools/call":
      try call(request, id)
      return nil
    default: throw MCPError(.noMethod, "unknown method \(request.method.prefix(100))")
    }
  }

  /// Answers `initialize`, never with an error: the client decides whether it supports the version
  /// in the answer.
  private func initialized(_ request: MCPMessage) throws(MCPError) -> JSONValue {
    let wanted = try request.params()?["protocolVersion"]?.string
    state.withLock { $0.isInitialized = true }
    return [
      "protocolVersion": "\(MCPVersion.legacy.first { $0 == wanted } ?? MCPVersion.legacy[0])",
      "capabilities": Self.capabilities, "serverInfo": serverInfo,
      "instructions": .string(instructions),
    ]
  }

  /// The parameters of a request that names its version or follows `initialize`.
  private func checkedParams(_ request: MCPMessage) throws(MCPError) -> JSONElement? {
    let params = try request.params()
    let meta = try request.meta()
    guard let version = meta?["io.modelcontextprotocol/protocolVersion"], !version.isNull else {
      guard state.withLock(\.isInitialized) else {
        throw MCPError(
          .invalidParams,
          "params._meta has no io.modelcontextprotocol/protocolVersion, and there was no initialize"
        )
      }
      return params
    }
    guard let version = version.string else {
      throw MCPError(.invalidParams, "io.modelcontextprotocol/protocolVersion must be a string")
    }
    let spoken = [MCPVersion.modern] + MCPVersion.legacy
    guard spoken.contains(version) else {
      throw MCPError(
        .otherVersion,
        "unsupported protocol version",
        data: ["supported": .array(spoken.map { "\($0)" }), "requested": .string(version)]
      )
    }
    guard meta?["io.modelcontextprotocol/clientCapabilities"]?.isObject == true else {
      throw MCPError(
        .invalidParams,
        "params._meta has no object io.modelcontextprotocol/clientCapabilities"
      )
    }
    return params
  }

  /// A result of the current protocol; earlier clients ignore unknown members.
  private func complete(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(
      [("resultType", "complete")] + members
        + [("_meta", ["io.modelcontextprotocol/serverInfo": serverInfo])]
    )
  }

  private var serverInfo: JSONValue { ["name": "ghsearch", "version": .string(version)] }

  private static let capabilities: JSONValue = ["tools": [:]]

  /// Allows caching, because tools and versions stay the same while the program runs.
  private static let cacheHints: [(String, JSONValue)] = [
    ("ttlMs", 3_600_000), ("cacheScope", "public"),
  ]

  private func send(_ result: JSONValue, to id: RequestID) {
    queue.yield(#"{"jsonrpc":"2.0","id":\#(id.text),"result":\#(result.text)}"#)
  }

  private func send(_ error: MCPError, to id: RequestID?) {
    queue.yield(#"{"jsonrpc":"2.0","id":\#(id?.text ?? "null"),"error":\#(error.value.text)}"#)
  }
}

private enum MCPVersion {
  static let modern = "2026-07-28"
  /// The earlier versions, newest first.
  static let legacy = ["2025-11-25", "2025-06-18"]
}

// MARK: - Calls

extension MCPServer {
  private func call(_ request: MCPMessage, _ id: RequestID) throws(MCPError) {
    let params = try checkedParams(request)
    guard let name = params?["name"]?.string else {
      throw MCPError(.invalidParams, "params.name is missing or not a string")
    }
    guard let tool = tools.first(where: { $0.name == name }) else {
      throw MCPError(.invalidParams, "unknown tool \(name.prefix(100))")
    }
    let arguments = try Self.arguments(params)
    let token = try request.meta()?["progressToken"].flatMap(RequestID.init)
    state.withLock { $0.calls[id] = Call() }
    let task = Task { await run(tool, arguments, id, reportingTo: token) }
    // The call may have ended in the meantime.
    state.withLock { $0.calls[id]?.task = task }
  }

  private static func arguments(_ params: JSONElement?) throws(MCPError) -> JSONValue {
    guard let given = params?["arguments"] else { return [:] }
    guard let arguments = given.value, case .object = arguments else {
      throw MCPError(.invalidParams, "params.arguments must be an object")
    }
    return arguments
  }

  private func run(
    _ tool: MCPTool,
    _ arguments: JSONValue,
    _ id: RequestID,
    reportingTo token: RequestID?
  ) async {
    let semaphore = tool.isReadOnly ? readers : writers
    await semaphore.wait()
    var result: MCPResult?
    if !Task.isCancelled {
      let count = Guarded(0)
      result = await tool.call(arguments) { [self] message in
        guard let token, state.withLock({ $0.calls[id]?.isCanceled }) == false else { return }
        let number = count.withLock { count in
          count += 1
          return count
        }
        let params: JSONValue = ["progress": .number(number), "message": .string(message)]
        queue.yield(
          #"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":\#(token.text),"#
            + params.text.dropFirst() + "}"
        )
      }
    }
    await semaphore.signal()
    // Answered while the call is in progress, because nothing is written after the last one.
    state.withLock { state in
      guard state.calls.removeValue(forKey: id)?.isCanceled == false, !Task.isCancelled else {
        return
      }
      guard let result else { return send(MCPError(.internalError, "the tool failed"), to: id) }
      send(complete(Self.members(of: result)), to: id)
    }
  }

  /// The result's members, with structured content: clients check it against the tool's schema,
  /// some even for errors.
  private static func members(of result: MCPResult) -> [(String, JSONValue)] {
    let text: JSONValue = [["type": "text", "text": .string(result.content.text)]]
    return [("content", text)] + (result.isError ? [] : [("structuredContent", result.content)])
      + [("isError", .bool(result.isError))]
  }

  /// Cancels a call; ignores an ID that is not in progress.
  private func cancel(_ params: JSONElement?) {
    guard let id = params?["requestId"].flatMap(RequestID.init) else { return }
    let task = state.withLock { state in
      state.calls[id]?.isCanceled = true
      return state.calls[id]?.task
    }
    task?.cancel()
  }
}

/// Limits concurrent calls, in the order of their arrival.
private actor Semaphore {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) { free = count }

  func wait() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func signal() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

// MARK: - Messages

/// A client's request or notification (JSON-RPC 2.0).
private struct MCPMessage {
  /// The ID; nil for a notification.
  let id: RequestID?
  let method: String
  /// The parameters as the client sent them.
  let given: JSONElement?

  /// Parses a message; nil for a response, since we send no requests.
  init?(_ line: String) throws(MCPError) {
    let message = try Self.json(line)
    guard message.isObject else {
      throw MCPError(.noRequest, "a message is an object")
    }
    // A missing ID differs from a null one.
    let givenID = message["id"]
    let id = givenID.flatMap(RequestID.init)
    guard message["jsonrpc"]?.string == "2.0" else {
      throw MCPError(.noRequest, "jsonrpc must be \"2.0\"", id: id)
    }
    let params = message["params"]
    guard let method = message["method"] else {
      guard message["result"] == nil, message["error"] == nil else {
        return nil
      }
      throw MCPError(.noRequest, "the method is missing", id: id)
    }
    guard let method = method.string else {
      throw MCPError(.noRequest, "the method must be a string", id: id)
    }
    guard givenID == nil || id != nil else {
      throw MCPError(.noRequest, "an id is a string or a whole number")
    }
    (self.id, self.method, given) = (id, method, params)
  }

  private static func json(_ line: String) throws(MCPError) -> JSONElement {
    do throws(JSONSyntaxError) {
      return try JSONElement(Array(line.utf8))
    } catch {
      switch error {
      case .malformed, .notText: throw MCPError(.notJSON, "the line is not JSON")
      case .tooDeep, .tooManyValues, .tooLongString:
        throw MCPError(.noRequest, "the message is nested too deep or has too many values")
      }
    }
  }

  func params() throws(MCPError) -> JSONElement? {
    if given?.isObject == false { throw MCPError(.invalidParams, "params must be an object") }
    return given
  }

  /// The request's `_meta`; nil if there is none.
  func meta() throws(MCPError) -> JSONElement? {
    let meta = try params()?["_meta"]
    if meta?.isObject == false { throw MCPError(.invalidParams, "params._meta must be an object") }
    return meta
  }
}

/// The ID of a request or of its progress, returned to the client unchanged.
private struct RequestID: Hashable, Sendable {
  /// The ID as JSON.
  let text: String

  /// Reads an ID: a string or a whole number of any size; nil for anything else.
  init?(_ json: JSONElement) {
    if let number = json.numberText {
      guard number.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || 0x30...0x39 ~= $0 }) else {
        return nil
      }
      text = number
    } else if let string = json.string {
      text = JSONValue.string(string).text
    } else {
      return nil
    }
  }
}

/// An error in answer to a message.
private struct MCPError: Error {
  /// JSON-RPC's error codes, and one of MCP.
  enum Code: Int64 {
    case notJSON = -32700
    case noRequest = -32600
    case noMethod = -32601
    case invalidParams = -32602
    case internalError = -32603
    case otherVersion = -32022
  }

  let code: Code
  let message: String
  let data: JSONValue?
  /// The request's ID, if it could be read.
  let id: RequestID?

  init(_ code: Code, _ message: String, data: JSONValue? = nil, id: RequestID? = nil) {
    (self.code, self.message, self.data, self.id) = (code, message, data, id)
  }

  var value: JSONValue {
    .object(
      [("code", .number(code.rawValue)), ("message", .string(message))]
        + (data.map { [("data", $0)] } ?? [])
    )
  }
}
