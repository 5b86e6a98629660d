import Terminal

/// What stands for an owner, in `view` and in the search as you type.
struct PictureCheck: DoctorCheck {
  func examine(_ patient: Patient) async -> [Finding] {
    [.fine("pictures", text(patient.context))]
  }

  private func text(_ context: Context) -> String {
    guard context.terminal != nil else { return "none: standard output is no terminal" }
    guard ColorChoice.auto.isColored(context) else {
      return "none, nor initials: \(plainness(context.environment)) asks for plain text"
    }
    do throws(PictureProtocol.Absence) {
      return shown(by: try PictureProtocol.detected(in: context.environment))
    } catch {
      return "initials: \(reason(error))"
    }
  }

  private func shown(by pictures: PictureProtocol) -> String {
    switch pictures {
    case .kitty: "owners' pictures, as kitty takes them; none with --accessible"
    case .iTerm2: "owners' pictures, as iTerm2 takes them; none with --accessible"
    }
  }

  private func reason(_ absence: PictureProtocol.Absence) -> String {
    switch absence {
    case .unwanted: "NO_COLOR is set"
    case .multiplexer(let variable): "\(variable) tells of a multiplexer, which loses pictures"
    case .unknown: "this terminal is not known to take pictures"
    }
  }

  /// Why there are no colours, in the order in which ``ColorChoice`` looks.
  private func plainness(_ environment: [String: String]) -> String {
    if !(environment["NO_COLOR"] ?? "").isEmpty { return "NO_COLOR" }
    return environment["CLICOLOR"] == "0" ? "CLICOLOR=0" : "TERM=dumb"
  }
}
