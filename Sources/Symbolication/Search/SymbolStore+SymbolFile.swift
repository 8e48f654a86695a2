package import DebugInfo
package import Vocabulary

extension SymbolFile: AddressNames {
  package var architectureName: String { architecture.name }
}

extension SymbolStore {
  /// Names from debug information and symbol tables.
  ///
  /// - Parameters:
  ///   - paths: Files and folders that the user named.
  ///   - usesSystem: Whether to look where Xcode keeps symbols as well; has no effect but on a Mac.
  ///   - home: The user's home folder, in which Xcode's are.
  package convenience init(paths: [FilePath], usesSystem: Bool = false, home: FilePath? = nil) {
    self.init(paths: paths, usesSystem: usesSystem, home: home) { files in
      SymbolFile(
        debug: files.debug, image: files.image, hiddenNames: files.hiddenNames,
        openObject: { [objects = files.objects] in objects?.bytes($0) })
    }
  }
}
