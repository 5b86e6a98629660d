import Foundation

/// Writes an executable script.
///
/// Another process writes it. While this process has a file open for writing, programs that other tests start inherit
/// that for a moment, and the system refuses to run the script ("text file busy").
package func writeScript(_ text: String, to path: String) throws {
  let process = Process()
  let input = Pipe()
  process.executableURL = URL(fileURLWithPath: "/bin/sh")
  process.arguments = ["-c", #"cat > "$0" && chmod 755 "$0""#, path]
  process.standardInput = input
  try process.run()
  try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  try input.fileHandleForWriting.close()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
}
