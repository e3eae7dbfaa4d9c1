import assert from "node:assert/strict"
import { isFitting } from "@toolgate/artifacts"

assert.deepEqual([isFitting("read_artifact"), isFitting("read_file")], [true, false])
