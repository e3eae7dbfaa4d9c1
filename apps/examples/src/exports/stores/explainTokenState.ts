import assert from "node:assert/strict"
import { explainTokenState } from "@toolgate/stores"

// For the log of an administrator. The caller is told only that the token is refused.
assert.equal(explainTokenState({ state: "unknown" }), "No token of this store has the presented secret.")
