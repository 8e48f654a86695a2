import UIKit

@IBDesignable
final class CardView: UIView {
  @IBInspectable var insets: UIEdgeInsets = .zero
}
