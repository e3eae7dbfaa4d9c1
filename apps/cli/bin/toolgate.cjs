#!/usr/bin/env node
"use strict"

require("./supported.cjs")

// Compiled code is kept beside the bundle: who may write the one may write the other. Where nobody may, nothing is kept.
require("node:module").enableCompileCache(`${__dirname}/../dist/compile-cache`)
require("../dist/toolgate.cjs")
