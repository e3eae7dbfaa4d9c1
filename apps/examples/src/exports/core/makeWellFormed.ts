import assert from "node:assert/strict"
import { makeWellFormed } from "@toolgate/core"

assert.deepEqual(makeWellFormed({ text: "cut \ud83d" }), { text: "cut \ufffd" })
const whole = { text: "whole 😀" }
assert.equal(makeWellFormed(whole), whole)
