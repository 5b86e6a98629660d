extension FaultCase {
  /// Every way to name another origin, with every status, to every command, at two doors.
  ///
  /// A request that follows one finds a server there that takes it, with a good certificate.
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
      // Before a change, what is starred is asked.
      .ends(8, output: .anything, errors: .line(""))
        .asking(["star", "unstar"].contains(label) ? 2 : 1)
    )
  }
  // No period of the table divides it: another command and door each time.
  .thinned(to: 97)

  private static let statuses = [301, 302, 303, 307, 308]
  private static let doors: [(String, Door)] = [
    ("loopback", .plain), ("api.github.com", .github()),
  ]
}
