package import Diagnosis
package import Vocabulary

/// An element of `faults`, in a finding's `project` and in the document of `diagnose check`.
package struct EncodedProjectFault {
  private let fault: ProjectFault

  /// Creates the element for a fault.
  package init(_ fault: ProjectFault) { self.fault = fault }

  /// Writes the object.
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("check", fault.check)
      $0.member("pattern", fault.pattern)
      $0.member("headline", fault.headline)
      $0.member("proves", fault.proves)
      $0.name("locations")
      $0.array(fault.locations) { EncodedProjectLocation($1).write(to: &$0) }
      $0.member("remedy", fault.remedy)
      $0.member("diff", fault.diff)
    }
  }
}

struct EncodedProjectLocation {
  private let location: ProjectLocation

  init(_ location: ProjectLocation) { self.location = location }

  func write(to writer: inout JSONWriter) {
    writer.object(inline: true) {
      $0.member("path", location.path)
      $0.member("line", location.line, minimum: 1)
      $0.member("text", location.text)
      $0.member("statement", location.statement)
    }
  }
}

/// The member `project` of a finding: the result of checking it against the user's project.
struct EncodedProjectVerdict {
  private let verdict: ProjectVerdict

  init(_ verdict: ProjectVerdict) { self.verdict = verdict }

  func write(to writer: inout JSONWriter) {
    writer.object {
      switch verdict {
      case .confirmed(let faults):
        $0.member("verdict", "confirmed")
        $0.member("reason", nil as String?)
        $0.name("faults")
        $0.array(faults) { EncodedProjectFault($1).write(to: &$0) }
        $0.name("location")
        $0.null()
      case .refuted(let reason, let location):
        $0.member("verdict", "refuted")
        $0.member("reason", reason)
        $0.name("faults")
        $0.array([ProjectFault]()) { EncodedProjectFault($1).write(to: &$0) }
        $0.name("location")
        EncodedProjectLocation(location).write(to: &$0)
      case .undecided(let reason, let location):
        $0.member("verdict", "undecided")
        $0.member("reason", reason)
        $0.name("faults")
        $0.array([ProjectFault]()) { EncodedProjectFault($1).write(to: &$0) }
        $0.name("location")
        if let location { EncodedProjectLocation(location).write(to: &$0) } else { $0.null() }
      case .silent:
        $0.member("verdict", "silent")
        $0.member("reason", nil as String?)
        $0.name("faults")
        $0.array([ProjectFault]()) { EncodedProjectFault($1).write(to: &$0) }
        $0.name("location")
        $0.null()
      }
    }
  }
}
