// BadgeView.m - the badge has the right place in the storyboard and the wrong size on the screen.
@implementation BadgeView

- (id)awakeAfterUsingCoder:(NSCoder *)coder {
    if (self.subviews.count > 0) { return self; }
    BadgeView *real = [[[UINib nibWithNibName:@"BadgeView" bundle:[NSBundle bundleForClass:BadgeView.class]]
        instantiateWithOwner:nil options:nil] firstObject];
    real.frame = self.frame;
    return real;
}

@end
