import assert from "node:assert/strict"
import { stateFolder } from "@toolgate/stores/sqlite"

const { XDG_STATE_HOME = "" } = process.env
process.env.XDG_STATE_HOME = "/srv/state"
const folder = stateFolder()
process.env.XDG_STATE_HOME = XDG_STATE_HOME
assert.equal(folder, "/srv/state/toolgate")
