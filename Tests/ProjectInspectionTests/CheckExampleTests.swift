import Diagnosis
import ProjectInspection
import Testing

/// Each check finds the faults in its own examples.
@Suite struct CheckExampleTests {
  @Test(arguments: ProjectCheck.catalog.map(\.id))
  func examplesHold(_ id: String) throws {
    let check = try #require(ProjectCheck.with(id: id))
    #expect(check.examples.contains { $0.isFault }, "no example of the fault")
    #expect(check.examples.contains { !$0.isFault }, "no near miss")
    for example in check.examples {
      let (files, cited) = example.unmarked
      let faults = check.faults(in: ProjectIndex(files: files))
      #expect(faults.isEmpty != example.isFault, "\(example.shows): \(faults.map(\.headline))")
      let locations = faults.flatMap(\.locations)
      for line in cited {
        #expect(
          locations.contains { $0.path == line.path && $0.line == line.line },
          "\(example.shows): \(line.path):\(line.line) is not cited, but \(locations.map { "\($0.path):\($0.line)" })")
      }
      if example.isFault { #expect(!cited.isEmpty, "\(example.shows): no line is marked") }
      for fault in faults {
        let location = try #require(fault.locations.first)
        #expect(!location.text.isEmpty && !fault.remedy.isEmpty && !fault.headline.isEmpty)
        if let diff = fault.diff { #expect(diff.hasPrefix("--- a/") && diff.contains("\n@@ -"), "\(diff)") }
      }
    }
  }

  /// No other check finds a fault in a near miss.
  @Test(arguments: ProjectCheck.catalog.map(\.id))
  func nearMissesHaveNoFault(_ id: String) throws {
    let check = try #require(ProjectCheck.with(id: id))
    for example in check.examples where !example.isFault {
      let faults = ProjectIndex(files: example.unmarked.files).check()
      #expect(faults.isEmpty, "\(example.shows): \(faults.map { $0.check + ": " + $0.headline })")
    }
  }
}
