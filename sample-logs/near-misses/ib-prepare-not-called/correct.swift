@IBDesignable
final class PriceLabel: UILabel {
  override func prepareForInterfaceBuilder() {
    super.prepareForInterfaceBuilder()
    text = "9.99"
  }
}
