#!/usr/bin/env node
"use strict"
// An older Node reads this file, but not the program.
const [major, minor] = process.versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`create-toolgate: Node 22.19 or later is needed, and this is ${process.version}.\n`)
  process.exit(2)
}
import("../dist/index.js").then(({ main }) => main())
