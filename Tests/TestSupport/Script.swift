/// Writes an executable script; call it on a thread that may block.
///
/// Another process writes it. While this process has a file open for writing, programs started by
/// other tests inherit that for a moment, and the system refuses to run the script ("text file
/// busy").
package func writeScript(_ text: String, to path: String) throws {
  let writer = ["/bin/sh", "-c", #"cat > "$0" && chmod 755 "$0""#, path]
  let written = try FinishedProgram(writer, input: text)
  guard written.status == 0 else { throw ProgramFailure() }
}
