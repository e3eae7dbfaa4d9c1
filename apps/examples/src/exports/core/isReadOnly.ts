import assert from "node:assert/strict"
import { isReadOnly } from "@toolgate/core"
import { builtins } from "toolgate"

const names = builtins()
  .filter(isReadOnly)
  .map(({ name }) => name)
assert.deepEqual(names, ["read_file", "list_dir"])
