import UIKit

@IBDesignable
final class CardView: UIView {
  @IBOutlet private weak var titleLabel: UILabel!
  @IBInspectable var title: String? { didSet { titleLabel?.text = title } }

  override init(frame: CGRect) {
    super.init(frame: frame)
    embedNib()
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    embedNib()
  }

  private func embedNib() {
    let nib = UINib(nibName: "CardView", bundle: Bundle(for: CardView.self))
    guard let root = nib.instantiate(withOwner: self).first as? UIView else { return }
    root.frame = bounds
    addSubview(root)
  }
}
