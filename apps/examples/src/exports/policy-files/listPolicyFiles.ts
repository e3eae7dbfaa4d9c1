import assert from "node:assert/strict"
import { listPolicyFiles } from "@toolgate/policy-files"

const files = listPolicyFiles(["/etc/toolgate/team.yaml"])
assert(files.includes("/etc/toolgate/team.yaml"))
// The folder of the user's own policy.
assert(files.some((path) => path.endsWith("toolgate")))
