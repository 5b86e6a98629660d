extension FaultCase {
  /// Every way to name another origin, with every status, for every command, at two doors.
  ///
  /// A server with a good certificate answers any request that follows a redirect.
  static let sweep: [Self] = statuses.flatMap { status in
    strangeLocations.flatMap { location in
      redirectCommands.flatMap { label, arguments in
        doors.map { name, door in (status, location, label, arguments, name, door) }
      }
    }
  }
  .map { status, location, label, arguments, name, door in
    FaultCase(
      "\(label) at \(name), \(status) to \(location.debugDescription)",
      arguments,
      at: door,
      server: .replies(.failure("\(status) Moved", ["Location: \(location)"])),
      // The program asks for star states before a change.
      .ends(8, output: .anything, errors: .line(""))
        .asking(["star", "unstar"].contains(label) ? 2 : 1)
    )
  }
  // 97 is coprime to the table's periods, so the command and door vary.
  .thinned(to: 97)

  private static let statuses = [301, 302, 303, 307, 308]
  private static let doors: [(String, Door)] = [
    ("loopback", .plain), ("api.github.com", .github()),
  ]
}
