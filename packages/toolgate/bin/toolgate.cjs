#!/usr/bin/env node
"use strict"

// Starts the command line, which is a separate package, so that an app does not install it. Nothing is downloaded here: npx would ask for
// this package, and not for the other one.
let manifest
try {
  manifest = require.resolve("@toolgate/cli/package.json")
} catch {
  process.stderr.write(
    'toolgate: The command line is the package "@toolgate/cli", which is not installed beside "toolgate". It is not published yet: ' +
      'install the packed one, as docs/first-hour.md in "toolgate" says.\n'
  )
  process.exitCode = 2
}
if (manifest !== undefined) {
  const { join } = require("node:path")
  // The command line finds its own files by the path of its program.
  process.argv[1] = join(manifest, "..", require(manifest).bin.toolgate)
  require(process.argv[1])
}
