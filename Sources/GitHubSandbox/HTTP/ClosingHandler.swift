internal import FlyingFox

/// Closes the connection without a byte.
///
/// FlyingFox writes every answer's head first, but for a WebSocket, whose handler is asked before:
/// one that fails is the way to say nothing.
struct ClosingHandler: WSHandler {
  struct Refusal: Error {}

  func makeFrames(
    for client: AsyncThrowingStream<WSFrame, any Error>
  ) async throws -> AsyncStream<WSFrame> {
    throw Refusal()
  }
}
