import assert from "node:assert/strict"
import { escapeUnprintable } from "@toolgate/core"

assert.equal(escapeUnprintable("ok\nDenied: nothing"), "ok\\u000aDenied: nothing")
