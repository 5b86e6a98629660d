import Locking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Shows other processes which intents are in flight, and that their owner lives.
///
/// Each is a locked byte of a file, at the place of the intent's number. The kernel takes the lock
/// back when the process ends, however it ends. The locks belong to the open file (`F_OFD_SETLK`),
/// not to the process: closing another descriptor of it drops none.
final class IntentLocks: Sendable {
  private let path: String
  private let descriptor: Int32
  private let held = Guarded<Set<Int64>>([])

  init(path: String) throws(StoreError) {
    self.path = path
    _ = try StorePlace(path: path).prepare()
    descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .unavailable(path, reason: String(cString: strerror(errno)))
    }
  }

  deinit { close(descriptor) }

  func hold(_ intent: Int64) throws(StoreError) {
    var lock = Self.lock(intent, F_WRLCK)
    guard fcntl(descriptor, Self.setLock, &lock) == 0 else {
      throw .unavailable(path, reason: String(cString: strerror(errno)))
    }
    held.withLock { _ = $0.insert(intent) }
  }

  /// Does nothing for one that is not held here.
  func release(_ intent: Int64) {
    guard held.withLock({ $0.remove(intent) }) != nil else { return }
    var lock = Self.lock(intent, F_UNLCK)
    _ = fcntl(descriptor, Self.setLock, &lock)
  }

  /// Whether a living process holds it, this one included.
  func isHeld(_ intent: Int64) -> Bool {
    if held.withLock({ $0.contains(intent) }) { return true }
    var lock = Self.lock(intent, F_WRLCK)
    // Where nobody can say, somebody may: what is left alone now is asked about again.
    return fcntl(descriptor, Self.testLock, &lock) != 0 || Int(lock.l_type) != Int(F_UNLCK)
  }

  // F_OFD_SETLK and F_OFD_GETLK, which the importer leaves out; from <fcntl.h>.
  #if canImport(Darwin)
    private static let (setLock, testLock): (Int32, Int32) = (90, 92)
  #else
    private static let (setLock, testLock): (Int32, Int32) = (37, 36)
  #endif

  private static func lock(_ intent: Int64, _ kind: Int32) -> flock {
    var lock = flock()
    lock.l_type = Int16(kind)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(intent)
    lock.l_len = 1
    return lock
  }
}
