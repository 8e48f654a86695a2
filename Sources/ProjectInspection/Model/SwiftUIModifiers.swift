import Knowledge

/// The modifiers of SwiftUI that put no object of the app into the environment.
enum SwiftUIModifiers {
  static let names = Set(KnowledgeText.interfaceBuilder.lists["SwiftUI modifiers"])
}
