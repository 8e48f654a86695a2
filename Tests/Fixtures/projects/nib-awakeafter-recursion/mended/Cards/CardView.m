#import "CardView.h"

@implementation CardView

static BOOL loading = NO;

- (id)awakeAfterUsingCoder:(NSCoder *)coder {
  if (loading) { return self; }
  NSBundle *bundle = [NSBundle bundleForClass:self.class];
  return [[bundle loadNibNamed:@"CardView" owner:nil options:nil] firstObject];
}

@end
