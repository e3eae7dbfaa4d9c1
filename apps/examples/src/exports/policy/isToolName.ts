import assert from "node:assert/strict"
import { isToolName } from "@toolgate/policy"

assert.deepEqual(["shell", "group:web", "*"].map(isToolName), [true, false, false])
