import assert from "node:assert/strict"
import { meetModes } from "@toolgate/core/access"

assert.deepEqual([meetModes("rw", "r"), meetModes("r", "w")], ["r", undefined])
