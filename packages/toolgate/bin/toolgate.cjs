#!/usr/bin/env node
"use strict"

// Starts the command line, which is a separate package, so that an app does not install it. Nothing is downloaded here: npx would ask for
// this package, and not for the other one.
// It must be beside this package or in it: `require` would also search the folders above, NODE_PATH and the home folder.
const { existsSync, realpathSync } = require("node:fs")
const { join } = require("node:path")

const manifest = ["../node_modules", "../.."]
  .map((folder) => join(__dirname, folder, "@toolgate/cli/package.json"))
  .find((file) => existsSync(file))

if (manifest === undefined) {
  process.stderr.write(
    'toolgate: The command line is the package "@toolgate/cli", which is not installed beside "toolgate". It is not published yet: ' +
      'install the packed one, as docs/first-hour.md in "toolgate" says.\n'
  )
  process.exitCode = 2
} else {
  // The command line finds its own files by the path of its program.
  process.argv[1] = join(realpathSync(manifest), "..", require(manifest).bin.toolgate)
  require(process.argv[1])
}
