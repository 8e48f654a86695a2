#import <CoreText/CoreText.h>
#import "CardView.h"

BOOL RegisterFonts(void) {
  NSURL *url = [[NSBundle bundleForClass:[CardView class]] URLForResource:@"Icons" withExtension:@"ttf"];
  if (url == nil) { return NO; }
  CFErrorRef error = NULL;
  BOOL registered = CTFontManagerRegisterFontsForURL((__bridge CFURLRef)url, kCTFontManagerScopeProcess, &error);
  if (!registered && error != NULL) { CFRelease(error); }
  return registered;
}
