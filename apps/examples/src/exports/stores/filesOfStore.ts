import assert from "node:assert/strict"
import { filesOfStore } from "@toolgate/stores"

// No call may read these, or write them.
const files = filesOfStore({ at: "/var/lib/gate.sqlite", key: "file:/etc/gate.key" })
assert(files.includes("/var/lib/gate.sqlite"))
assert(files.includes("/etc/gate.key"))
