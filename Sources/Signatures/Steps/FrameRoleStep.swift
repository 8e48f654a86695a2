import CrashReports

/// Step 6: the part a frame plays.
enum FrameRoleStep {
  typealias Role = CrashReports.FrameRole

  /// What is known of a normalised function from its name alone.
  struct FunctionTraits: OptionSet {
    let rawValue: Int
    static let machinery = FunctionTraits(rawValue: 1)
    static let machineryAnywhere = FunctionTraits(rawValue: 2)
    static let glue = FunctionTraits(rawValue: 4)
    /// The first family plus one, in bits 8 and up.
    var family: String? {
      let index = rawValue >> 8
      return index > 0 && index <= SignatureLists.prefixFamilies.count
        ? SignatureLists.prefixFamilies[index - 1].family : nil
    }
  }

  private static let functions = NamePatterns(
    tagged: SignatureLists.machinery.map { ($0, FunctionTraits.machinery.rawValue) }
      + SignatureLists.machineryAnywhere.map { ($0, FunctionTraits.machineryAnywhere.rawValue) }
      + SignatureLists.glue.map { ($0, FunctionTraits.glue.rawValue) }
      + SignatureLists.prefixFamilies.enumerated().flatMap { index, entry in
        entry.functions.map { ($0, (index + 1) << 8) }
      })

  static func traits(of function: NameSlice) -> FunctionTraits {
    var bits = 0
    functions.forEachMatch(function) { tag in
      if tag < 256 {
        bits |= tag
      } else if bits >> 8 == 0 || tag >> 8 < bits >> 8 {
        bits = bits & 0xff | tag
      }
    }
    return FunctionTraits(rawValue: bits)
  }

  /// What an image is, whatever function of it is asked about.
  struct ImageTraits {
    var name: String?
    var isLoader = false
    var isHost = false
    var isSystem = false
  }

  private static let loaders = NamePatterns(SignatureLists.loaderImages)
  private static let hosts = NamePatterns(SignatureLists.hostImages)
  private static let systemImages = NamePatterns(SignatureLists.systemImages + SignatureLists.kernelImages)
  private static let systemBundleIDs = NamePatterns(SignatureLists.systemBundleIDs)
  private static let systemPaths = NamePatterns(SignatureLists.systemPaths)

  static func isSystemPath(_ path: String) -> Bool { systemPaths.matches(Array(path.utf8)[...]) }

  static func traits(
    of image: String?, file: String?, folder: SignatureFrame.Folder?, rules: SignatureRules
  ) -> ImageTraits {
    var traits = ImageTraits()
    traits.name = ImageName.normalised(image, file: file)
    guard let name = traits.name else { return traits }
    let bytes = Array(name.utf8)[...]
    // What a user says of an image goes before everything that lists and paths tell.
    let written = withoutPlus(image)
    if rules.isApp(bytes) || rules.isApp(written) { return traits }
    traits.isLoader = loaders.matches(bytes)
    traits.isHost = hosts.matches(bytes) || rules.isHost(bytes) || rules.isHost(written)
    traits.isSystem =
      traits.isLoader || folder == .system || systemBundleIDs.matches(written)
      || (folder == nil && systemImages.matches(bytes))
    return traits
  }

  /// The image's text in the frame: a bundle identifier in reports of macOS, `+` in front of what is not Apple's.
  private static func withoutPlus(_ image: String?) -> NameSlice {
    let text = Array((image ?? "").utf8)[...]
    return text.first == UInt8(ascii: "+") ? text.dropFirst() : text
  }

  static func role(image: ImageTraits, function: FunctionTraits) -> Role {
    guard image.name != nil else { return .unknown }
    if function.contains(.machineryAnywhere) || (function.contains(.machinery) && image.isSystem) { return .machinery }
    if image.isLoader { return .loader }
    if function.contains(.glue) { return .glue }
    if image.isHost { return .host }
    return image.isSystem ? .system : .app
  }
}
