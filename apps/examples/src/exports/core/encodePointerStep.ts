import assert from "node:assert/strict"
import { encodePointerStep } from "@toolgate/core/json"

assert.equal(encodePointerStep("a/b"), "/a~1b")
