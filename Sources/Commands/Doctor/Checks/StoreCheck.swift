import RepositoryStore

/// What is kept on this machine: whether it can be read, and is whole.
struct StoreCheck: DoctorCheck {
  func examine(_ patient: Patient) async -> [Finding] {
    let places = LibraryPlaces(patient.services.base, environment: patient.context.environment)
    let now = patient.context.now
    return [
      examine("library", places.library) { path throws(StoreError) in
        try LibraryStore(path: path, now: now).integrity()
      },
      examine("seen", places.seen) { path throws(StoreError) in
        try SeenStore(path: path, now: now).integrity()
      },
    ]
    .compactMap(\.self)
  }

  /// Nil where there is nothing yet: a look must not make it.
  private func examine(
    _ subject: String,
    _ path: String?,
    _ integrity: (String) throws(StoreError) -> [String]
  ) -> Finding? {
    guard let path, FileStatus(of: path).exists else { return nil }
    do throws(StoreError) {
      guard let flaw = try integrity(path).first else { return .fine(subject, path) }
      let remedy = "move it away; a new one is begun then"
      return .failure(.localFile, subject, "\(path) is damaged (\(flaw))", remedy: remedy)
    } catch {
      return .failure(CommandFailure(error, attempted: "open it"), subject)
    }
  }
}
