"use strict"

// The command line of this repository. It always runs the current sources, and rebuilds the bundle after an edit.
require("./supported.cjs")
const { registerHooks } = require("node:module")
const { isFresh } = require("./freshness.cjs")

// Modules of `--tools` that import from this repository use its sources, so they need no build.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, { ...context, conditions: ["@toolgate/source", ...context.conditions] })
})

if (isFresh()) require("./toolgate.cjs")
else
  import("./bundle.mjs")
    .then(({ bundle }) => bundle())
    .then(
      () => require("./toolgate.cjs"),
      (error) => {
        process.stderr.write(`toolgate: The sources cannot be bundled; mend them and try again.\n${error.message}\n`)
        process.exitCode = 1
      }
    )
