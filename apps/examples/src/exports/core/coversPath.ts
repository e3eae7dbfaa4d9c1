import assert from "node:assert/strict"
import { coversPath } from "@toolgate/core/access"

assert.equal(coversPath({ path: "/notes", scope: "tree" }, "/notes/a.txt"), true)
assert.equal(coversPath({ path: "/notes", scope: "exact" }, "/notes/a.txt"), false)
