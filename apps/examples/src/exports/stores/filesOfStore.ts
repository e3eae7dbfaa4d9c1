import assert from "node:assert/strict"
import { filesOfStore } from "@toolgate/stores"

// A gate hides these files from calls.
const files = filesOfStore({ at: "/var/lib/gate.sqlite", key: "file:/etc/gate.key" })
assert(files.includes("/var/lib/gate.sqlite"))
assert(files.includes("/etc/gate.key"))
