#!/bin/sh
# Runs a script of src and compares what it prints with what it should print, as in: ./check.sh report
name=$1
if ! printed=$(sh "src/$name.sh"); then
  echo "src/$name.sh: failed"
  exit 1
fi
if [ "$printed" != "$(cat "expected/$name.txt")" ]; then
  echo "src/$name.sh: prints something else than expected/$name.txt"
  exit 1
fi
echo "src/$name.sh: as expected"
