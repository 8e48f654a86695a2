import UIKit

@IBDesignable
final class CardView: UIView {
  override func prepareForIntefaceBuilder() {
    super.prepareForInterfaceBuilder()
    setNeedsDisplay()
  }
}
