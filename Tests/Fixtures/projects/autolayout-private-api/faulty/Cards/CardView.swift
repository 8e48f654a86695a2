import UIKit

@IBDesignable
final class CardView: UIView {
  func engine() -> Any? {
    value(forKey: "nsli_layoutEngine")
  }
}
