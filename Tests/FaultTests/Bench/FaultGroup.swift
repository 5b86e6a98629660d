/// The kinds of faults, each with a file of cases.
enum FaultGroup: String, CaseIterable, Sendable {
  case arguments = "Arguments"
  case token = "Token"
  case network = "Network"
  case redirects = "Redirects"
  case status = "Status"
  case body = "Body"
  case json = "JSON"
  case output = "Output"
  case signals = "Signals"
  case files = "Files"

  var cases: [FaultCase] {
    switch self {
    case .arguments: FaultCase.arguments
    case .token: FaultCase.token
    case .network: FaultCase.network
    case .redirects: FaultCase.redirects
    case .status: FaultCase.status
    case .body: FaultCase.body
    case .json: FaultCase.json
    case .output: FaultCase.output
    case .signals: FaultCase.signals
    case .files: FaultCase.files
    }
  }
}
