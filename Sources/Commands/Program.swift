import CurlTransport

/// The process from its start to its end.
package enum Program {
  /// Runs what the arguments ask for, and ends the process with it.
  ///
  /// Nothing that comes before a request takes as long as loading libcurl. The main thread, which else
  /// waits for signals alone, does that while the command begins on another one.
  package static func run(_ arguments: [String]?) -> Never {
    let loop = CurlLoop()
    Interruption.run {
      await Entry.run(arguments, in: .live(on: loop))
    } meanwhile: {
      if Entry.expectsRequest(arguments) { loop.prepare(in: Interruption.endAtOnce) }
    }
  }
}
