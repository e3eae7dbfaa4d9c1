#!/bin/sh
# Builds native-math.wasm from the sources beside this script, with Debian's clang: the same bytes in every folder.
#
#   apt-get install clang-14 lld-14 wasi-libc libclang-rt-14-dev-wasm32 libc++-14-dev-wasm32 libc++abi-14-dev-wasm32 libeigen3-dev
#   sh build.sh [FILE]
#
# CI builds the module anew where these packages are installed, and compares.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/native-math.wasm}
cd "$here"
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT
# The units are compiled at once. Each failure ends the build.
compiling=
for unit in *.cpp; do
  clang++-14 --target=wasm32-wasi -std=c++17 -O2 -msimd128 -mbulk-memory \
    -fno-exceptions -fno-rtti -fvisibility=hidden -ffunction-sections -fdata-sections -fno-ident \
    -DNDEBUG -DEIGEN_NO_IO -DEIGEN_NO_DEBUG -I/usr/include/eigen3 \
    -c "$unit" -o "$objects/${unit%.cpp}.o" &
  compiling="$compiling $!"
done
for unit in $compiling; do wait "$unit"; done
clang++-14 --target=wasm32-wasi -mexec-model=reactor \
  -Wl,--gc-sections -Wl,--strip-all -Wl,--max-memory=536870912 -Wl,-z,stack-size=1048576 \
  -o "$out" "$objects"/*.o
sha256sum "$out" | cut -d " " -f 1
