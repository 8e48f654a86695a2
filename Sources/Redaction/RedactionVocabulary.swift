/// Words that are not replaced, although they may be names of users or machines.
enum RedactionVocabulary {
  /// Returns whether a value is replaced everywhere it occurs as a word. Short names, names of many machines and words
  /// of reports would also be found where they are not personal data.
  static func isDistinctive(_ value: String, _ kind: Redactor.Kind) -> Bool {
    // The words of placeholders are in every redacted text.
    if Redactor.Kind(rawValue: value.lowercased()) != nil { return false }
    return switch kind {
    case .user:
      value.utf8.count >= 3 && !words.contains(value.lowercased()) && value.contains { $0.isLetter }
    case .host, .device, .serial, .email, .ip, .token, .container, .identity, .phone, .bank, .location:
      value.utf8.count >= 6 && !words.contains(value.lowercased()) && !value.allSatisfy { "0-".contains($0) }
    // The name of a volume may be that of an app.
    // Documents have any names.
    case .account, .volume, .document: false
    }
  }

  /// Returns whether a word in lower case is part of the texts that systems and tools write into reports.
  static func isOfReports(_ word: String) -> Bool { words.contains(word) || boilerplate.contains(word) }

  private static let boilerplate = Set(
    """
    a an as at be been by can in is it its not of off on or out over per than then there this those was were when where \
    with without absolute activity additional after alloc allocated also arguments associated available awake backtrace \
    basic because before being between booted boots bytes called calls capable categories checked closed coalesced \
    coalition codesigning coming compressed condition conditions corpse corrupt could created current currently cycles \
    data dead default directory dirty disabled dispatch does due during dynamic each elapsed enabled encountered entry \
    except executed executing expected external faulted faults first flavor following found free full further group \
    guard handler have high identity if ignored indirect installed instruction integrity invalid issue its jetsam \
    largest last later least length level life light limit loaded local locked logical low made main mapped mapping \
    maximum minimum mode modification modified more most must name narrow needed never next no non none note now \
    number objects occurred old once one only open originally other own owned page pages pagein parent part performance \
    portion possibly power pressure previous priority private produced protection quarantined ran readonly real \
    received recent region regions related released relevant remaining report reported requested requests required \
    reserved resident resource responding resume rosetta running rw same sec seconds sending shared signature since \
    single sleep space specific specified start started stopped storage subsystem such summary suspended swapped \
    symbolicated synchronous table take taken targeted targeting terminated termination than that the their them they \
    time to total translated triggered unable unallocated unavailable under unified unknown until up used user uses \
    usage using valid via virtual waiting wakeups was which while whole will within work would writable write written \
    wrote zone zones activation graphics cg image color sync core animation stack kernel objc readwrite
    """.split(separator: " ").map(String.init))

  private static let words: Set<String> = Set(
    (accounts + " " + report + " " + code).split(separator: " ").map(String.init))

  /// Account names of build machines and systems.
  private static let accounts = """
    admin administrator apple build builder buildbot buildkite circleci ci default developer distiller github gitlab guest \
    jenkins local localhost mobile root runner shared staff swift system teamcity test tester travis ubuntu user username \
    users vagrant work xcode main core card cards view data public private nobody daemon wheel everyone anonymous \
    unknown none null true false redacted
    """

  /// Labels, keys and common words of reports.
  private static let report = """
    abort action address agent analytics anonymous app application applications arch architecture asi assertion \
    background base beta binary body boot bug build bundle cause class client code codes console container context \
    coalition count cpu crash crashed crashes creator date debug description details device devices diagnostic \
    diagnostics document documents domain duration dyld end error event events exception exit extension extensions \
    fatal fault faulting file files flags footprint foreground format frame frames framework frameworks hang hardware \
    header heaviest highlighted home host hosts identifier image imageindex imageoffset images incident index indicator \
    info information interface kernel kind label language last launch legacy level library libraries limit line lines \
    list load location log logs machine memory message messages metadata metric model module monitor name names namespace \
    notes number object offset parent panic path paths payload pid platform plugin plugins port process processes product \
    project queue reason reasons record region register registers report reports resources responsible role roots sample \
    samples section segment session sharing signal size slice snapshot software source stack stacks stackshot start state \
    string subtype summary symbol symbollocation symbols target task termination text thread threads time timestamp title \
    token tool trace translated triggered type unified uptime usedimages uuid value values variant version versions \
    video volume volumes wake watchdog window windows workflow
    """

  /// Common identifiers in programs, and parts of paths.
  private static let code = """
    all and any app arm bar bin bits block body buf byte call cap char copy cxx data dev dir div dst end enum env etc exe \
    ext fin fmt foo for free get gpu hash heap hex ids init int ios ipc ips item items java json key keys len lib libc \
    lock log loop mac mach malloc map max mem min mod mutex net new nib node not num obj objc open operator opt org out \
    poll pop pro proc ptr pub push put python qos raw read ref release ret retain row run rust sdk sel self send set sub \
    src std stop str struct swap sync sys tag tbd the this tid timer tmp top uid usr val var vec wait web with write www \
    xpc zip
    """
}
