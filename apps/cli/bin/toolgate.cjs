#!/usr/bin/env node
"use strict"

require("./supported.cjs")

// The grammar of the shell is one large function of WebAssembly. Optimising it would take half a gigabyte and longer
// than a command of this program runs. Fifty such commands at once would exhaust the machine.
const { setFlagsFromString } = require("node:v8")
setFlagsFromString("--no-wasm-tier-up")
setFlagsFromString("--no-wasm-dynamic-tiering")

// Compiled code is kept beside the bundle, where whoever may write the one may also write the other. If nobody may
// write there, no code is kept.
require("node:module").enableCompileCache(`${__dirname}/../dist/compile-cache`)
require("../dist/toolgate.cjs").main()
