#!/bin/sh
# Builds the ELF fixtures: sh src/build.sh, in the folder above. Needs clang, lld, objcopy with zstd, and llvm-dwp.
set -eu
cd "$(dirname "$0")/.."
work="$(mktemp -d)"
cp src/shelf.cpp src/tail.cpp "$work"
here="$(pwd)"
cd "$work"
flags="-target x86_64-linux-gnu -O2 -fPIC -ffunction-sections -fno-exceptions -fdebug-compilation-dir=/made -ffile-prefix-map=$work=/made"
link="-shared -nostdlib -fuse-ld=lld -Wl,--build-id=sha1 -Wl,--gc-sections -Wl,-z,separate-code -Wl,--version-script=exports"
printf '{ global: run; tail; local: *; };\n' > exports
for version in 4 5; do
  for file in shelf tail; do
    clang $flags -gdwarf-$version -c $file.cpp -o $file.o
    clang $flags -gdwarf-$version -gsplit-dwarf -c $file.cpp -o split$version-$file.o
  done
  clang $link -target x86_64-linux-gnu shelf.o tail.o -o shelf$version.so
  # GNU ld leaves address 0 in the debug information of the functions that it discards.
  ld.bfd -shared --build-id=sha1 --gc-sections --version-script=exports shelf.o tail.o -o "$here/bfd$version.so"
  clang $link -target x86_64-linux-gnu split$version-shelf.o split$version-tail.o -o split$version.so
  cp split$version-shelf.dwo split$version-tail.dwo shelf$version.so split$version.so "$here"
  llvm-dwp split$version-shelf.dwo split$version-tail.dwo -o "$here/package$version.dwp"
done
objcopy --only-keep-debug shelf5.so "$here/stripped.so.debug"
cp shelf5.so stripped.so
strip --strip-debug --strip-unneeded stripped.so
cd "$here"
objcopy --add-gnu-debuglink=stripped.so.debug "$work/stripped.so" stripped.so
objcopy --compress-debug-sections=zlib shelf5.so zlib.so
objcopy --compress-debug-sections=zlib-gnu shelf4.so zdebug.so
objcopy --compress-debug-sections=zstd shelf5.so zstd.so || rm -f zstd.so
clang -target i386-linux-gnu -O2 -fPIC -fno-exceptions -gdwarf-4 -fdebug-compilation-dir=/made -ffile-prefix-map="$here/src"=/made -c src/shelf.cpp -o "$work/i386.o"
ld.lld -shared --build-id=md5 "$work/i386.o" -o i386.so
clang -target aarch64-linux-gnu -O2 -fPIC -fno-exceptions -gdwarf-5 -fdebug-compilation-dir=/made -ffile-prefix-map="$here/src"=/made -c src/shelf.cpp -o "$work/arm64.o"
ld.lld -shared --build-id=fast "$work/arm64.o" -o aarch64.so
# Line tables without functions.
clang -target x86_64-linux-gnu -gmlt -O2 -fPIC -fno-exceptions -fdebug-compilation-dir=/made -ffile-prefix-map="$here/src"=/made -c src/shelf.cpp -o "$work/lines.o"
ld.lld -shared --build-id=md5 "$work/lines.o" -o lines.so
# Jumps to other images, as lld and GNU ld write them.
for target in x86_64 i386 aarch64; do
  clang -target $target-linux-gnu -O2 -fPIC -fno-exceptions -gdwarf-4 -fdebug-compilation-dir=/made -ffile-prefix-map="$here/src"=/made -c src/calls.cpp -o "$work/calls.o"
  case $target in
  x86_64) ld.bfd -shared -z ibtplt --build-id=md5 "$work/calls.o" -o calls-$target.so ;;
  *) ld.lld -shared --build-id=md5 "$work/calls.o" -o calls-$target.so ;;
  esac
done
rm -r "$work"
