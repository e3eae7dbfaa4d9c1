import assert from "node:assert/strict"
import { sortByDistance } from "@toolgate/core"

assert.deepEqual(sortByDistance("raed_file", ["write_file", "read_file", "shell"]), [
  "read_file",
  "write_file",
  "shell"
])
