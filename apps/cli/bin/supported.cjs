"use strict"

// Every Node since version 6 can parse this file, so an old version gets a clear message instead of a syntax error.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

if (major < 22 || (major === 22 && minor < 19)) {
  const found = process.versions.node
  process.stderr.write(`toolgate: Node 22.19 or newer is needed, and this is Node ${found}; install a newer one.\n`)
  process.exit(2)
}
