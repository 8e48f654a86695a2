import UIKit

@IBDesignable
final class CardView: UIView {
  func fitting() -> CGSize {
    systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
  }
}
