#import "CardView.h"

@implementation CardView

- (id)awakeAfterUsingCoder:(NSCoder *)coder {
  NSBundle *bundle = [NSBundle bundleForClass:self.class];
  return [[bundle loadNibNamed:@"CardView" owner:nil options:nil] firstObject];
}

@end
