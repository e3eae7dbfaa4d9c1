"use strict"

// Written so that every Node since 6 can read it: a version that is too old says so, instead of where its parser gave up.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

if (major < 22 || (major === 22 && minor < 19)) {
  const found = process.versions.node
  process.stderr.write(`toolgate: Node 22.19 or newer is needed, and this is Node ${found}; install a newer one.\n`)
  process.exit(2)
}
