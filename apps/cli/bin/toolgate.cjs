#!/usr/bin/env node
"use strict"

require("./supported.cjs")

// The shell's grammar is one large function of WebAssembly. To compile it anew as it becomes hot takes half a gigabyte and longer than
// a command of this program lives, which fifty of them at once do not survive.
const { setFlagsFromString } = require("node:v8")
setFlagsFromString("--no-wasm-tier-up")
setFlagsFromString("--no-wasm-dynamic-tiering")

// Compiled code is kept beside the bundle: who may write the one may write the other. Where nobody may, nothing is kept.
require("node:module").enableCompileCache(`${__dirname}/../dist/compile-cache`)
require("../dist/toolgate.cjs").main()
