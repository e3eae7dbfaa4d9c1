import assert from "node:assert/strict"
import { escapeHidden } from "@toolgate/core"

assert.equal(escapeHidden("a\u{e0062}b"), "a\\udb40\\udc62b")
// Line ends and emoji stay as they are.
assert.equal(escapeHidden("done 👩‍🚀\n"), "done 👩‍🚀\n")
