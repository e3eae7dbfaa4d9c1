import assert from "node:assert/strict"
import { isAbsolute } from "node:path"
import { stateFolder } from "@toolgate/stores/sqlite"

assert(isAbsolute(stateFolder()))
assert.match(stateFolder(), /toolgate$/)
