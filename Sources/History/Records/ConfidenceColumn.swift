internal import Diagnosis

extension Confidence {
  /// The value in a column.
  var stored: Int {
    switch self {
    case .possible: 0
    case .likely: 1
    case .certain: 2
    }
  }

  init(stored: Int) { self = stored >= 2 ? .certain : stored == 1 ? .likely : .possible }
}
