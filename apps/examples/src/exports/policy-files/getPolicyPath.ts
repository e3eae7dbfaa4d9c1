import assert from "node:assert/strict"
import { getPolicyPath } from "@toolgate/policy-files"

assert.equal(getPolicyPath("/home/ada", "linux"), "/home/ada/.config/toolgate/toolgate.yaml")
