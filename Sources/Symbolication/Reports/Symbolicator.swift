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
  /// All addresses of an image are looked up at once. Symbols of images whose frames are all complete are not searched.
  package func fill(in report: inout CrashReport) {
    report.symbolLocations = source.locations
    var work = StackWork(map: ImageMap(report))
    report.forEachStack { work.collect($0, isThread: $1) }
    for (image, lookups) in work.lookups.sorted(by: { $0.key < $1.key }) {
      work.answers[image] = answer(work.map[image], lookups, work.map.architecture(ofImage: image))
    }
    report.changeEachStack { work.rewrite(&$0, isThread: $1) }
    report.imageSymbols = work.answers.mapValues(\.symbols)
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
