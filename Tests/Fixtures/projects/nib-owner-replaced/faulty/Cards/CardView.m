#import "CardView.h"

@implementation CardView

- (instancetype)initWithFrame:(CGRect)frame {
  NSBundle *bundle = [NSBundle bundleForClass:self.class];
  self = [[bundle loadNibNamed:@"CardView" owner:self options:nil] firstObject];
  self.frame = frame;
  return self;
}

@end
