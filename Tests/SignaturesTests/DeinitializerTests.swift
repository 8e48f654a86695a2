import Bytes
import Testing

@testable import Signatures

/// Names of deinitializers contain their module although they have no type.
@Suite struct DeinitializerTests {
  @Test(arguments: [
    ("CardKit.CardView.deinit", "CardKit", "CardView.deinit"),
    ("CardKit.CardView.__deallocating_deinit", "CardKit", "CardView.deinit"),
    ("CardKit.Deck.Card.deinit", "CardKit", "Deck.Card.deinit"),
    // A class with the name of its image, without a module.
    ("CardView.deinit", "CardView", "CardView.deinit"),
    ("CardView.__deallocating_deinit", "CardView", "CardView.deinit"),
    // Dots in brackets separate nothing.
    ("Box<CardKit.Card>.deinit", "Box<CardKit.Card>", "Box<T>.deinit"),
  ])
  func onlyTheModuleIsRemoved(written: String, image: String, name: String) {
    guard case .function(let found) = FunctionName.normalized(written, image: image) else {
      Issue.record("no function: \(written)")
      return
    }
    #expect(found[...].text == name)
  }
}
