import Analysis
import CrashReports
import Diagnosis
import TestSupport
import Testing

/// Accesses that failed in the dynamic loader.
@Suite struct LoaderFaultTests {
  private func findings(
    _ frames: [String], exception: String = "EXC_BAD_ACCESS (SIGBUS)",
    codes: String? = "0x000000000000000a, 0x000000010f2c8000", _ change: (inout ReportBuilder) -> Void = { _ in }
  ) -> [Finding] {
    var builder = ReportBuilder()
    (builder.exception, builder.codes) = (exception, codes)
    builder.crash(frames)
    change(&builder)
    return Analysis.analyze(Array(builder.text.utf8)).reports.first?.assessment.findings ?? []
  }

  private static let own = "Orchard -[PlugInHost load] + 20"
  private static let reading = "dyld dyld3::MachOFile::forEachLoadCommand(Diagnostics&) const + 88"

  @Test(arguments: [
    [reading, "dyld dyld4::APIs::dlopen_from(char const*, int, void*) + 9", own],
    ["dyld ImageLoaderMachO::parseLoadCmds(ImageLoader::LinkContext const&) + 4", "dyld dlopen + 3", own],
    ["dyld dyld3::MachOAnalyzer::validMachOForArchAndPlatform(Diagnostics&) const + 88", "dyld start + 40"],
    ["dyld dyld4::JustInTimeLoader::makeJustInTimeLoaderDisk(Diagnostics&) + 88", own],
    ["dyld_sim mach_o::Header::isValidMachO() const + 8", own],
    ["dyld _platform_memmove + 8", "dyld dyld3::MachOLoaded::fixupPage(void*) const + 88", own],
  ])
  func filesOfImages(_ frames: [String]) throws {
    let finding = try #require(findings(frames).first)
    #expect(finding.pattern == "dyld-image-unreadable" && finding.confidence == .likely, "\(finding.pattern)")
    #expect(finding.certaintyOfCause == .possible)
    #expect(finding.blame?.function == (frames.contains(Self.own) ? "-[PlugInHost load]" : nil))
  }

  /// A fault that is no bus error is one of the loader's file only inside an image; otherwise a pointer may be damaged.
  @Test(arguments: [
    ("KERN_INVALID_ADDRESS at 0x0000000104001000", true), ("KERN_PROTECTION_FAILURE at 0x00000001041fffff", true),
    ("KERN_INVALID_ADDRESS at 0x0000000104200000", false), ("KERN_INVALID_ADDRESS at 0x6874697720656e6f", false),
    ("KERN_INVALID_ADDRESS at 0xffffffffffffffe8", false), ("KERN_PROTECTION_FAILURE at 0x000000016f2c8000", false),
  ])
  func addressesInImages(_ codes: String, _ isInImage: Bool) {
    let found = findings([Self.reading, Self.own], exception: "EXC_BAD_ACCESS (SIGSEGV)", codes: codes)
    let finding = found.first { $0.pattern == "dyld-image-unreadable" }
    #expect(finding?.confidence == (isInImage ? .likely : .possible), "\(found.map(\.pattern))")
    #expect(isInImage || found.contains { $0.pattern.hasPrefix("memory-") }, "\(found.map(\.pattern))")
  }

  /// The text that was used as a pointer explains more.
  @Test func damagedPointersRemain() throws {
    let codes = "KERN_INVALID_ADDRESS at 0x6874697720656e6f"
    let found = findings([Self.reading, Self.own], exception: "EXC_BAD_ACCESS (SIGSEGV)", codes: codes)
    #expect(try #require(found.first).pattern == "memory-damaged-pointer", "\(found.map(\.pattern))")
  }

  /// What the report states makes it certain that the memory could not be read.
  @Test(arguments: ["KERN_MEMORY_ERROR at 0x000000010f2c8000", "BUS_OBJERR at 0x000000010f2c8000"])
  func statedByTheCodes(_ codes: String) throws {
    let finding = try #require(findings(["dyld  ??? + 8", Self.own], codes: codes).first)
    #expect(finding.pattern == "dyld-image-unreadable" && finding.confidence == .certain, "\(finding.pattern)")
  }

  @Test func statedByTheKernel() throws {
    let found = findings([Self.reading, Self.own], exception: "EXC_BAD_ACCESS (SIGBUS)", codes: nil) {
      $0.fields = [
        "", "Kernel Triage:", "VM - (arg = 0x0) Fault was interrupted",
        "VM - (arg = 0x0) Object has no pager because the backing vnode was force unmounted", "",
      ]
    }
    let finding = try #require(found.first)
    #expect(finding.pattern == "dyld-image-unreadable" && finding.confidence == .certain, "\(finding.pattern)")
    #expect(finding.captures["unreadable"]?.hasPrefix("Object has no pager") == true)
  }

  @Test func volumesAreNamed() throws {
    let found = findings([Self.reading, Self.own]) {
      $0.header[1] = "Path:  /Volumes/Crates/Orchard.app/Contents/MacOS/Orchard"
    }
    #expect(found.first?.captures["volume"] == "Crates")
  }

  /// Other faults at the same position, and the same codes elsewhere.
  @Test(arguments: [
    ("dyld dyld4::APIs::dlsym(void*, char const*) + 40", "KERN_INVALID_ADDRESS at 0x0000000000000000"),
    ("dyld dyld3::MachOFile::forEachLoadCommand(Diagnostics&) const + 4", "KERN_INVALID_ADDRESS at 0x0000000000000018"),
    ("Orchard -[PlugInHost read] + 8", "KERN_MEMORY_ERROR at 0x000000010f2c8000"),
    ("libdyld.dylib tlv_get_addr + 8", "KERN_INVALID_ADDRESS at 0x000000010f2c8000"),
    (
      "dyld dyld4::Loader::findAndRunAllInitializers(dyld4::RuntimeState&) const + 8",
      "KERN_INVALID_ADDRESS at 0x10f2c8000"
    ),
  ])
  func otherFaults(_ frame: String, _ codes: String) {
    let found = findings([frame, Self.own], exception: "EXC_BAD_ACCESS (SIGSEGV)", codes: codes)
    #expect(!found.contains { $0.pattern == "dyld-image-unreadable" }, "\(found.map(\.pattern))")
    #expect(!found.isEmpty)
  }

  /// The loader ends the process itself, or the code signature is the reason.
  @Test func terminationsAreOther() {
    let ended = findings(
      ["dyld __abort_with_payload + 8", "dyld dyld4::halt(char const*) + 9"], exception: "EXC_CRASH (SIGABRT)",
      codes: nil)
    #expect(!ended.contains { $0.pattern == "dyld-image-unreadable" })
    let signed = findings(
      [Self.reading, Self.own], exception: "EXC_BAD_ACCESS (SIGKILL (Code Signature Invalid))", codes: nil
    ) {
      $0.fields = ["Termination Reason:  CODESIGNING 2 Invalid Page"]
    }
    #expect(!signed.contains { $0.pattern == "dyld-image-unreadable" })
  }
}
