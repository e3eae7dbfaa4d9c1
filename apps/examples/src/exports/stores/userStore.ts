import assert from "node:assert/strict"
import { userStore } from "@toolgate/stores"

// The store that the command line uses by default.
assert.match(userStore(), /toolgate[/\\]store\.sqlite$/)
