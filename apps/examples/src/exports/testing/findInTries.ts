import assert from "node:assert/strict"
import { findInTries } from "@toolgate/testing"

let tries = 0
// The race happens on the third try.
const found = await findInTries(async () => (++tries === 3 ? ["a race"] : []))
assert.deepEqual([found, tries], [["a race"], 3])
