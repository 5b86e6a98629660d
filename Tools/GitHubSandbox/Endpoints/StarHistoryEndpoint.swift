import JSON

extension Call {
  /// Answers `GET /repos/{owner}/{repo}/stargazers/history`: the newest week first, 30 on a page.
  ///
  /// The histories are made up, but add up to the number of stars. They depend on the age of each
  /// day, so that sums over the last days are the same every day.
  func starHistory(of repository: SandboxRepository) -> SandboxResponse {
    let pagination = Pagination(request, maxSize: 30)
    let weeks = starWeeks(of: repository)
    return page(pagination, of: weeks.count, .array(Array(pagination.slice(of: weeks))))
  }

  private func starWeeks(of repository: SandboxRepository) -> [JSONValue] {
    let today = service.configuration.clock.now.advanced(by: -Self.dayBegin).days
    let counts = starsByAge(of: repository, today: today)
    // 4 January 1970 was a Sunday.
    let thisWeek = today - (today - 3) % 7
    let weekCount = (counts.count - 1 - (today - thisWeek) + 6) / 7 + 1
    return (0..<weekCount).map { index in
      let first = thisWeek - index * 7
      let days = (first..<first + 7).map { day in
        counts.indices.contains(today - day) ? counts[today - day] : 0
      }
      return [
        "week": .number(first * UnixTime.secondsPerDay + Self.dayBegin),
        "total": .number(days.reduce(0, +)), "days": .array(days.map { .number($0) }),
      ]
    }
  }

  /// The numbers of stars by age in days, starting today.
  private func starsByAge(of repository: SandboxRepository, today: Int) -> [Int] {
    let (stars, id) = (starCount(of: repository), repository.id)
    let created = repository.created.advanced(by: -Self.dayBegin).days
    // Relative to a fixed day, so that the stars are not spread over more days tomorrow.
    let reference = UnixTime(year: 2026, month: 8, day: 22).days
    let length = max(min(reference, today) - created, 1)
    var random = SplitMix64(seed: UInt64(id))
    let (trend, burst) = (random.below(4), random.below(length))
    var weekly = 0
    var sums = [0]
    for age in 0..<length {
      if age % 7 == 0 { weekly = 60 + random.below(80) }
      let slope = 100 * age / length
      let shape = [100, 180 - slope * 3 / 2, 30 + slope, burst...burst + 6 ~= age ? 900 : 80][trend]
      sums.append(sums[age] + shape * (weekly + random.below(40)))
    }
    let total = max(sums[length], 1)
    return (0..<length).map { age in
      func part(_ sum: Int) -> Int {
        total.dividingFullWidth(sum.multipliedFullWidth(by: stars)).quotient
      }
      return part(sums[age + 1]) - part(sums[age])
    }
  }

  /// The start of the server's day, in seconds after midnight UTC: it is in the American west.
  private static let dayBegin = 8 * 3_600
}
