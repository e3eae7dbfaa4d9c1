import assert from "node:assert/strict"
import { spellPath } from "@toolgate/testing/hostile"

assert.equal(spellPath("WS/../outside", "/a/b"), "/a/b/ws/../outside")
