import assert from "node:assert/strict"
import { getUserStore } from "@toolgate/stores"

// The store that the command line uses by default.
assert.match(getUserStore(), /toolgate[/\\]store\.sqlite$/)
