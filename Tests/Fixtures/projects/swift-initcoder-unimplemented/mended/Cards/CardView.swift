import UIKit

final class CardView: UIView {
  init(title: String) {
    super.init(frame: .zero)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }
}
