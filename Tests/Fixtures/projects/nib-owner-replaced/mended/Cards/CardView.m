#import "CardView.h"

@implementation CardView

- (instancetype)initWithFrame:(CGRect)frame {
  NSBundle *bundle = [NSBundle bundleForClass:self.class];
  self = [[bundle loadNibNamed:@"CardView" owner:nil options:nil] firstObject];
  self.frame = frame;
  return self;
}

@end
