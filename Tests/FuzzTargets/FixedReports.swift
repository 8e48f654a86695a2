internal import Analysis
internal import CrashReports
internal import Diagnosis

/// Fixed reports for targets that fuzz other input: a few lines with values that patterns match.
struct FixedReports: Sendable {
  let bytes: [UInt8]
  let decoded: Decoded<CrashReport>
  let assessment: Assessment

  private init?(_ text: String) {
    bytes = Array(text.utf8)
    guard let decoded = ReportReader.read(bytes).reports.first else { return nil }
    self.decoded = decoded
    assessment = Analysis.analyze(decoded, input: bytes).assessment
  }

  static let all: [FixedReports] = [
    """
    Process:               MyApp [4711]
    Path:                  /Applications/MyApp.app/MyApp
    Identifier:            com.example.MyApp
    Version:               2.4 (412)
    OS Version:            macOS 14.1.1 (23B81)

    Exception Type:        EXC_CRASH (SIGABRT)
    Termination Reason:    Namespace SIGNAL, Code 6 Abort trap: 6

    Application Specific Information:
    *** Terminating app due to uncaught exception 'NSUnknownKeyException', reason: '[<CardView 0x600000> setValue:forUndefinedKey:]: this class is not key value coding-compliant for the key titleLabel.'

    Thread 0 Crashed:
    0   libsystem_kernel.dylib        	0x00007fff2034691e __pthread_kill + 10
    1   CoreFoundation                	0x00007fff2046b6af __exceptionPreprocess + 242
    2   MyApp                         	0x000000010440a1b2 -[CardView loadFonts] + 455 (CardView.m:38)
    3   UIKitCore                     	0x00007fff24b8a1d1 -[UINib instantiateWithOwner:options:] + 1234

    Binary Images:
           0x104400000 -        0x10440ffff MyApp arm64 <0123456789abcdef0123456789abcdef> /Applications/MyApp.app/MyApp
    """,
    """
    *** CFRelease() called with NULL ***
    0 com.apple.CoreFoundation 0x0000000104406b17 CFRelease + 1183
    1 com.example.CardKit 0x0000000104406b18 LoadFonts + 455 (CKFonts.m:38)
    2 dyld_sim 0x0000000104406b19 ImageLoader::processInitializers(ImageLoader::LinkContext const&) + 12
    3 IBDesignablesAgentCocoaTouch 0x0000000104406b1a main + 12
    """,
  ].compactMap(FixedReports.init)
}
