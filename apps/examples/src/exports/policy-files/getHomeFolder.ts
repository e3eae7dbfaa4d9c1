import assert from "node:assert/strict"
import { userInfo } from "node:os"
import { getHomeFolder } from "@toolgate/policy-files"

// The variable HOME does not change the result.
const { HOME } = process.env
process.env.HOME = "/tmp/elsewhere"
const folder = getHomeFolder()
process.env.HOME = HOME
assert.equal(folder, userInfo().homedir)
