import assert from "node:assert/strict"
import { encodePointer } from "@toolgate/core/json"

assert.equal(encodePointer(["files", 0, "a/b"]), "/files/0/a~1b")
