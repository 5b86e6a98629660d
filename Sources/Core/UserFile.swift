import GitHubModel
import System

/// Files that a user names as arguments, of any kind and of any owner, as filters read them.
package enum UserFile {
  /// The text of a file.
  ///
  /// `name` is how the user named it, and `limit` in bytes.
  ///
  /// - Throws: ``OperationFailure`` of the kind ``FailureKind/localFile`` if it cannot be read, is longer, or is not text.
  package static func text(
    of path: String,
    named name: String,
    atMost limit: Int
  ) async throws(OperationFailure) -> String {
    // A pipe may have no writer yet.
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
