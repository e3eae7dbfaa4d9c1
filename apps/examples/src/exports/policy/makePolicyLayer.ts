import assert from "node:assert/strict"
import { makePolicyLayer } from "@toolgate/policy"

const { deny } = makePolicyLayer({ deny: ["shell"] }, "the review")
assert.deepEqual(deny, [{ text: "shell", source: "the review" }])
// The group does not exist.
assert.throws(() => makePolicyLayer({ deny: ["group:shels"] }, "the review"), TypeError)
