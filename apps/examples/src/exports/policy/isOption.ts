import assert from "node:assert/strict"
import { isOption } from "@toolgate/policy"

assert.deepEqual(["--force", "-f", "-", "push"].map(isOption), [true, true, false, false])
