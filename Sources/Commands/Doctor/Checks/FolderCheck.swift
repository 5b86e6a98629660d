import TokenStore

/// The folders that files are kept in: whether they can be written to, and by nobody else.
struct FolderCheck: DoctorCheck {
  func examine(_ patient: Patient) async -> [Finding] {
    let folders = UserFolders(patient.context.environment)
    let places = [
      ("config", folders.config), ("state", folders.state), ("data", folders.data),
      ("cache", folders.cache),
    ]
    return places.map { name, path in
      path.map { examine("\($0)/ghsearch", name) } ?? homeless(name)
    }
  }

  private func homeless(_ name: String) -> Finding {
    .failure(
      .localFile,
      name,
      "there is no folder for it",
      remedy: "set HOME, or XDG_\(name.uppercased())_HOME to an absolute path"
    )
  }

  private func examine(_ path: String, _ name: String) -> Finding {
    let status = FileStatus(of: path)
    guard status.exists else { return examineParent(of: path, name) }
    guard status.isFolder, status.isWritable else {
      let text = status.isFolder ? "cannot be written to" : "is no folder"
      return .failure(.localFile, name, "\(path) \(text)", remedy: "make it a folder of your own")
    }
    guard status.mode & 0o077 == 0 else {
      let mode = String(status.mode, radix: 8)
      let text = "others may look into \(path) (mode \(mode))"
      return .warning(name, text, remedy: "chmod 700 it")
    }
    return .fine(name, path)
  }

  /// It is made when it is needed, if the nearest folder above allows it.
  private func examineParent(of path: String, _ name: String) -> Finding {
    var parent = path[...]
    repeat {
      parent = parent[..<(parent.lastIndex(of: "/") ?? parent.startIndex)]
    } while !parent.isEmpty && !FileStatus(of: String(parent)).exists
    let status = FileStatus(of: parent.isEmpty ? "/" : String(parent))
    guard status.isFolder, status.isWritable else {
      let text = "\(path) cannot be made, since \(parent) cannot be written to"
      return .failure(.localFile, name, text, remedy: "allow it, or set another XDG folder")
    }
    return .fine(name, "\(path), not there yet")
  }
}
