import UIKit

@IBDesignable
final class CardView: UIView {
  override func prepareForInterfaceBuilder() {
    super.prepareForInterfaceBuilder()
    setNeedsDisplay()
  }
}
