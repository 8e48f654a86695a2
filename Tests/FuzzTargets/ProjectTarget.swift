internal import CrashReports
internal import Diagnosis
internal import ProjectInspection

extension FuzzTarget {
  package static let project = FuzzTarget(
    "FuzzProject",
    exercises:
      "the readers of nibs, storyboards, property lists, Xcode projects and sources, each over the same bytes, "
      + "then every check; every cited line exists",
    seeds: ["Tests/Fixtures/projects"], dictionary: "project", longest: 1 << 14
  ) { bytes in
    // Each file is checked alone, and all files together, because checks combine the results of several readers.
    let names = [
      "App/View.xib", "App/Main.storyboard", "App/Info.plist", "App.xcodeproj/project.pbxproj", "App/View.swift",
      "App/View.m", "App/View.h", "Package.swift", "Podfile",
    ]
    let files = names.map { ProjectFile(path: $0, bytes: bytes) }
    let lines = bytes.count { $0 == 0x0A } + 1
    let index = ProjectIndex(files: files, paths: ["App/Fonts.ttf"])
    try require(index.fileCount == names.count, "\(index.fileCount) files of \(names.count)")
    for check in ProjectCheck.catalog {
      for fault in check.faults(in: index, everywhere: true) {
        try require(!fault.locations.isEmpty, "\(check.id) cites nothing")
        for location in fault.locations {
          try require(names.contains(location.path), "\(check.id) cites «\(location.path)»")
          try require(
            location.line >= 1 && location.line <= lines, "\(check.id) cites line \(location.line) of \(lines)")
        }
      }
    }
    for file in files {
      _ = ProjectIndex(files: [file]).check()
    }
    for report in FixedReports.all {
      var assessment = report.assessment
      assessment.apply(by: index)
      try require(assessment.findings.count == report.assessment.findings.count, "a project takes findings away")
    }
  }
}
