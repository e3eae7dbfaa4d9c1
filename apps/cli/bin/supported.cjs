"use strict"

// Every Node since version 6 can read this file, so that a version that is too old is reported, instead of a syntax
// error.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

if (major < 22 || (major === 22 && minor < 19)) {
  const found = process.versions.node
  process.stderr.write(`toolgate: Node 22.19 or newer is needed, and this is Node ${found}; install a newer one.\n`)
  process.exit(2)
}
