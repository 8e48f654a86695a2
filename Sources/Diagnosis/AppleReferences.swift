/// Apple documents that several patterns refer to.
extension Reference {
  private static let xcode = "https://developer.apple.com/documentation/xcode/"

  static let exceptionTypes = Reference(
    "Understanding the exception types in a crash report (Apple, Xcode)",
    url: xcode + "understanding-the-exception-types-in-a-crash-report")
  static let swiftRuntimeErrors = Reference(
    "Addressing crashes from Swift runtime errors (Apple, Xcode)",
    url: xcode + "addressing-crashes-from-swift-runtime-errors")
  static let languageExceptions = Reference(
    "Addressing language exception crashes (Apple, Xcode)", url: xcode + "addressing-language-exception-crashes")
  static let memoryAccess = Reference(
    "Investigating memory access crashes (Apple, Xcode)", url: xcode + "investigating-memory-access-crashes")
  static let zombies = Reference(
    "Investigating crashes for zombie objects (Apple, Xcode)", url: xcode + "investigating-crashes-for-zombie-objects")
  static let watchdog = Reference(
    "Addressing watchdog terminations (Apple, Xcode)", url: xcode + "addressing-watchdog-terminations")
  static let sigkill = Reference("SIGKILL (Apple, Xcode)", url: xcode + "sigkill")
  static let designableViews = Reference(
    "Creating a Custom View That Renders in Interface Builder (Apple, Xcode Help)")
  static let nibFiles = Reference("Resource Programming Guide: Nib Files (Apple)")
  static let prepareForInterfaceBuilder = Reference(
    "prepareForInterfaceBuilder() (Apple, Objective-C Runtime)",
    url: "https://developer.apple.com/documentation/objectivec/nsobject/prepareforinterfacebuilder()")
  static let autoLayoutGuide = Reference("Auto Layout Guide: Debugging Auto Layout (Apple)")
}
