import assert from "node:assert/strict"
import { getStateFolder } from "@toolgate/stores/sqlite"

const { XDG_STATE_HOME = "" } = process.env
process.env.XDG_STATE_HOME = "/srv/state"
const folder = getStateFolder()
process.env.XDG_STATE_HOME = XDG_STATE_HOME
assert.equal(folder, "/srv/state/toolgate")
