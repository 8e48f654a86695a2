package import CrashReports
import DebugInfo
import Vocabulary

/// Symbolicates a report: sets names, files and lines of its frames from symbol files.
///
/// Images are matched only by UUID. Names in the report are replaced only by better ones. Every frame and every image
/// gets an outcome. Names stay mangled; `ReadableNames` demangles them afterwards.
package struct Symbolicator: Sendable {
  private let source: any SymbolSource

  /// Creates a symbolicator that finds symbols with `source`.
  package init(_ source: some SymbolSource) { self.source = source }

  /// Symbolicates a report. Inlined functions become separate frames, before the frame they were inlined into.
  ///
  /// All addresses of an image are looked up at once. Symbols of images whose frames are all complete are not searched,
  /// except for the inlined functions of a report that may lack them.
  package func fill(in report: inout CrashReport) {
    report.symbolLocations = source.locations
    var work = StackWork(map: ImageMap(report), addsInlines: report.mayLackInlinedFunctions)
    report.forEachStack { work.collect($0, isThread: $1) }
    for (image, lookups) in work.lookups.sorted(by: { $0.key < $1.key }) {
      work.answers[image] = answer(work.map[image], lookups, work.map.architecture(ofImage: image))
    }
    report.changeEachStack { work.rewrite(&$0, isThread: $1) }
    // Nothing is missing for an image whose frames are complete, if inlined functions were not found either.
    let incomplete = work.incompleteImages
    report.imageSymbols = work.answers.filter { $1.symbols.outcome == .found || incomplete.contains($0) }
      .mapValues(\.symbols)
  }

  private func answer(_ image: BinaryImage, _ lookups: Set<UInt64>, _ architecture: String?) -> StackWork.Answer {
    let found = source.symbols(for: image, architecture: architecture)
    guard let names = found.names else { return StackWork.Answer(symbols: found.answer) }
    let text = names.textAddress
    // Offsets beyond the end of the address space have no name.
    let offsets = lookups.sorted().filter { !text.addingReportingOverflow($0).overflow }
    let frames = names.frames(at: offsets.map { LinkedAddress(text &+ $0) })
    return StackWork.Answer(
      symbols: found.answer, textAddress: text,
      frames: Dictionary(zip(offsets, frames), uniquingKeysWith: { first, _ in first }))
  }
}

extension CrashReport {
  /// True for a backtrace of the Swift runtime without any inlined function: with `symbolicate=fast`, it states the
  /// function that contains the code, and file and line of the innermost function that was inlined there.
  fileprivate var mayLackInlinedFunctions: Bool {
    guard source.format == "swift-backtrace" else { return false }
    var isComplete = false
    forEachStack { frames, _ in
      if frames.contains(where: \.inlined) { isComplete = true }
    }
    return !isComplete
  }
}
