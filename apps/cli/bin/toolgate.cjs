#!/usr/bin/env node
"use strict"

require("./supported.cjs")

const words = process.argv.slice(2)
const first = words.length === 1 ? words[0] : undefined

if (["--version", "-V", "version"].includes(first)) print(`toolgate ${require("../package.json").version}\n`)
else if (["--help", "-h", "help"].includes(first))
  print(require("node:fs").readFileSync(`${__dirname}/../dist/help.txt`))
else run()

// These two answers load nothing else: what asks for them is often a script that looks for the program.
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
  // The grammar of the shell is one large function of WebAssembly. Optimising it would take half a gigabyte and longer
  // than a command of this program runs. Fifty such commands at once would exhaust the machine.
  const { setFlagsFromString } = require("node:v8")
  setFlagsFromString("--no-wasm-tier-up")
  setFlagsFromString("--no-wasm-dynamic-tiering")

  // Compiled code is kept beside the bundle, where one who may write the bundle may also write the code. If no user may
  // write there, no code is kept.
  require("node:module").enableCompileCache(`${__dirname}/../dist/compile-cache`)
  require("../dist/toolgate.cjs").main()
}
