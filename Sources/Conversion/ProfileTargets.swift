import CrashReports
import Diagnosis
import Documents
import Vocabulary

extension ConversionTarget {
  /// The lines that flamegraph.pl reads.
  static let folded = ConversionTarget(
    id: "folded",
    title: "Folded stacks, for flamegraph.pl",
    summary:
      "One line for each stack of a profile (process, thread and functions, outermost first, with semicolons between them), "
      + "with its number of samples. The sum is the number of samples of all threads.",
    losses: profileLosses + ["images, addresses, files and lines"],
    isJSON: false, isProfile: true
  ) { reports in ProfileText.folded(SampledReport.all(reports)) }

  /// The format of speedscope.app, which other viewers read, too.
  static let speedscope = ConversionTarget(
    id: "speedscope",
    title: "Profile for speedscope, JSON",
    summary:
      "A document of speedscope's file format, with a sampled profile for each thread. The unit of a weight is one sample.",
    losses: profileLosses + ["addresses, lines, and images of functions with a source file"],
    isJSON: true, isProfile: true
  ) { reports in SpeedscopeProfile.bytes(SampledReport.all(reports)) }

  /// What no profile has room for.
  static let profileLosses = [
    "reports without sampled stacks, such as crashes", "the diagnosis", "times of samples",
    "all facts other than stacks",
  ]
}

/// A report with sampled stacks.
struct SampledReport {
  let report: CrashReport
  let tree: FunctionTree

  /// The reports that are series of samples; other reports, such as crashes, are not profiles.
  static func all(_ reports: [PresentedReport]) -> [SampledReport] {
    reports.compactMap { presented in
      let report = presented.assessment.report
      guard let tree = report.callTree, !tree.isEmpty else { return nil }
      return SampledReport(report: report, tree: FunctionTree(tree))
    }
  }

  /// The name of the process.
  var process: String { report.process?.name ?? report.process?.bundleID ?? "process" }

  /// The name of a thread.
  func thread(ofRoot root: Int) -> String {
    let index = Int(tree.nodes[root].function)
    return thread(at: index)?.profileLabel ?? "Thread \(index)"
  }

  func thread(at index: Int) -> CrashReport.Thread? {
    report.threads.flatMap { $0.indices.contains(index) ? $0[index] : nil }
  }

  /// The indices of the roots of threads that have samples.
  var roots: [Int] { tree.nodes.indices.filter { tree.nodes[$0].isRoot && tree.nodes[$0].count > 0 } }
}

/// Limits of what is written for each stack. A tree has fewer nodes than its stacks have functions.
enum ProfileLimits {
  /// The maximum size of the stacks of an output in bytes. Samples beyond it are written with the name below.
  static let bytes = 64 << 20
  /// The function of samples whose stacks are not written.
  static let omitted = "(stack omitted: the output reached its limit)"
}

/// Folded stacks.
enum ProfileText {
  /// Returns the lines of all reports.
  ///
  /// - Parameter limit: The size in bytes after which stacks are omitted.
  static func folded(_ reports: [SampledReport], limit: Int = ProfileLimits.bytes) -> [UInt8] {
    var text: [UInt8] = []
    for report in reports {
      let names = report.tree.functions.map { name($0.name) }
      let process = name(report.process)
      let roots = report.tree.roots()
      var threads: [Int: [UInt8]] = [:]
      for root in report.roots { threads[root] = process + [semicolon] + name(report.thread(ofRoot: root)) }
      var omitted = 0
      for (index, node) in report.tree.nodes.enumerated() where node.own > 0 {
        guard text.count < limit else {
          omitted += node.own
          continue
        }
        text += threads[roots[index]] ?? process
        for call in report.tree.path(to: index) {
          text.append(semicolon)
          text += names[Int(report.tree.nodes[call].function)]
        }
        end(&text, node.own)
      }
      guard omitted > 0 else { continue }
      text += process + [semicolon] + name(ProfileLimits.omitted)
      end(&text, omitted)
    }
    return text
  }

  private static let semicolon = UInt8(ascii: ";")

  private static func end(_ text: inout [UInt8], _ count: Int) {
    text.append(0x20)
    text += String(count).utf8
    text.append(0x0A)
  }

  /// Returns a name without the characters that separate functions and lines.
  private static func name(_ name: String) -> [UInt8] {
    var bytes = name.utf8.map { byte -> UInt8 in
      if byte == semicolon { return UInt8(ascii: ":") }
      return byte < 0x20 || byte == 0x7F ? 0x20 : byte
    }
    while bytes.last == 0x20 { bytes.removeLast() }
    return bytes.isEmpty ? [UInt8(ascii: "?")] : bytes
  }
}

/// A document of speedscope: https://www.speedscope.app/file-format-schema.json.
enum SpeedscopeProfile {
  private struct Frame: Hashable {
    var name: String
    var file: String?
  }

  /// One profile.
  private struct Thread {
    var name: String
    /// The JSON of its stacks, separated by commas.
    var samples: [UInt8] = []
    var weights: [Int] = []
    var total = 0
  }

  /// Returns the document; empty without reports.
  ///
  /// - Parameter limit: The size in bytes after which stacks are omitted.
  static func bytes(_ reports: [SampledReport], limit: Int = ProfileLimits.bytes) -> [UInt8] {
    guard !reports.isEmpty else { return [] }
    var frames: [Frame] = []
    var numbers: [Frame: Int] = [:]
    func number(_ frame: Frame) -> Int {
      if let known = numbers[frame] { return known }
      numbers[frame] = frames.count
      frames.append(frame)
      return frames.count - 1
    }
    var threads: [Thread] = []
    var size = 0
    for report in reports {
      let functions = report.tree.functions.map { number(Frame(name: $0.name, file: $0.file ?? $0.image)) }
      var positions: [Int: Int] = [:]
      for root in report.roots {
        positions[root] = threads.count
        let prefix = reports.count == 1 ? "" : report.process + ", "
        threads.append(Thread(name: prefix + report.thread(ofRoot: root)))
      }
      let roots = report.tree.roots()
      for (index, node) in report.tree.nodes.enumerated() where node.own > 0 {
        guard let thread = positions[roots[index]] else { continue }
        var stack: [Int] = []
        if size < limit {
          stack = report.tree.path(to: index).map { functions[Int(report.tree.nodes[$0].function)] }
        } else {
          stack = [number(Frame(name: ProfileLimits.omitted))]
        }
        if !threads[thread].weights.isEmpty { threads[thread].samples.append(UInt8(ascii: ",")) }
        let text = "[" + stack.map { String($0) }.joined(separator: ",") + "]"
        threads[thread].samples += text.utf8
        size += text.utf8.count
        threads[thread].weights.append(node.own)
        threads[thread].total += node.own
      }
    }
    return document(reports, frames, threads)
  }

  private static func document(_ reports: [SampledReport], _ frames: [Frame], _ threads: [Thread]) -> [UInt8] {
    var writer = JSONWriter(layout: .compact)
    writer.object { writer in
      writer.member("$schema", "https://www.speedscope.app/file-format-schema.json")
      writer.member("exporter", Product.name + " " + Product.version)
      writer.member("name", Set(reports.map(\.process)).sorted().prefix(8).joined(separator: ", "))
      writer.name("shared")
      writer.object { writer in
        writer.name("frames")
        writer.array(frames) { writer, frame in
          writer.object { writer in
            writer.member("name", frame.name)
            writer.present("file", frame.file)
          }
        }
      }
      writer.name("profiles")
      writer.array(threads) { writer, thread in
        writer.object { writer in
          writer.member("type", "sampled")
          writer.member("name", thread.name)
          writer.member("unit", "none")
          writer.member("startValue", 0)
          writer.member("endValue", thread.total)
          writer.name("samples")
          writer.value(json: [UInt8(ascii: "[")] + thread.samples + [UInt8(ascii: "]")])
          writer.member("weights", numbers: thread.weights)
        }
      }
    }
    return writer.bytes + [0x0A]
  }
}
