#!/usr/bin/env node
"use strict"

require("./supported.cjs")

const words = process.argv.slice(2)
const first = words.length === 1 ? words[0] : undefined

if (["--version", "-V", "version"].includes(first)) print(`toolgate ${require("../package.json").version}\n`)
else if (["--help", "-h", "help"].includes(first))
  print(require("node:fs").readFileSync(`${__dirname}/../dist/help.txt`))
else run()

// These two answers load nothing else, because scripts often use them to find the program.
function print(text) {
  process.stdout.on("error", ({ code }) => {
    if (code === "EPIPE") return
    const why = code === "ENOSPC" ? "the disk is full; make room" : code
    process.stderr.write(`toolgate: The answer could not be written to standard output: ${why}.\n`)
    process.exitCode = 1
  })
  process.stdout.write(text)
}

function run() {
  // The shell grammar is one large WebAssembly function. Optimising it takes half a gigabyte and longer than most commands run, and fifty
  // concurrent commands would exhaust the machine.
  const { setFlagsFromString } = require("node:v8")
  setFlagsFromString("--no-wasm-tier-up")
  setFlagsFromString("--no-wasm-dynamic-tiering")

  // The compile cache is beside the bundle, so that only a user who may write the bundle can write the cache. If the folder is read-only,
  // there is no cache.
  require("node:module").enableCompileCache(`${__dirname}/../dist/compile-cache`)
  require("../dist/toolgate.cjs").main()
}
