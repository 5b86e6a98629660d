import GitHubModel
import System

/// Files of any kind or owner that a user names as arguments.
package enum UserFile {
  /// Reads the text of a file.
  ///
  /// `name` is the file's name as typed, and `limit` is in bytes.
  ///
  /// - Throws: ``OperationFailure`` of kind ``FailureKind/localFile`` if the file cannot be read,
  ///   is too long, or is not text.
  package static func text(
    of path: String,
    named name: String,
    atMost limit: Int
  ) async throws(OperationFailure) -> String {
    // A pipe may not have a writer yet.
    let read = await DedicatedThread.run {
      Result { () throws(SystemError) in
        let file = try FileDescriptor(input: path)
        return try FileDescriptor.readAll(from: file.number, atMost: limit)
      }
    }
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try read.get()
    } catch {
      throw OperationFailure(.unreadableFile(name, error))
    }
    guard let bytes else {
      throw OperationFailure(.fileTooLarge(name, limit: limit))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw OperationFailure(.notUTF8(name))
    }
    return text
  }
}
