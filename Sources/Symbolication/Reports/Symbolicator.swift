package import CrashReports
import DebugInfo
import Vocabulary

/// Gives the frames of a report the names, files and lines that symbol files have for their addresses.
///
/// Images are matched by UUID and by nothing else. What the report knows stays unless the symbol file knows better;
/// each frame and each image says what came of it. Names stay mangled: `ReadableNames` comes afterwards.
package struct Symbolicator: Sendable {
  private let source: any SymbolSource

  /// Creates a symbolicator that asks `source` for the symbols of every image.
  package init(_ source: some SymbolSource) { self.source = source }

  /// Fills in a report. Inlined functions become frames of their own, before the one they were inlined into.
  ///
  /// All addresses of an image are asked for at once; an image of which every frame is complete is not looked for.
  package func fill(in report: inout CrashReport) {
    report.symbolLocations = source.places
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
    // An address beyond the end of the address space has no name.
    let offsets = lookups.sorted().filter { !text.addingReportingOverflow($0).overflow }
    let frames = names.frames(at: offsets.map { LinkedAddress(text &+ $0) })
    return StackWork.Answer(
      symbols: found.answer, textAddress: text,
      frames: Dictionary(zip(offsets, frames), uniquingKeysWith: { first, _ in first }))
  }
}
