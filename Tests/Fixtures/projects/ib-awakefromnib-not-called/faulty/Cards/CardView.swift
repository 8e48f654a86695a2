import UIKit

@IBDesignable
final class CardView: UIView {
  override func awakeFromNib() {
    super.awakeFromNib()
    layer.cornerRadius = 8
  }
}
