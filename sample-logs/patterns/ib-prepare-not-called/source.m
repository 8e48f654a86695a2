// The sample text never shows up in the preview.
IB_DESIGNABLE
@implementation PriceLabel
- (void)prepareForIntefaceBuilder {
    self.text = @"9.99";
}
@end
