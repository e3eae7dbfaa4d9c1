import assert from "node:assert/strict"
import { readNarrowingConfig } from "@toolgate/policy-files"

const asking = { requiresApproval: true, allowedPaths: undefined, source: "tools.yaml:3:5" }
const { config, problems } = readNarrowingConfig("tools.yaml", new Map([["shell", asking]]))
assert.deepEqual([config.onlyNarrows, problems], [true, []])
