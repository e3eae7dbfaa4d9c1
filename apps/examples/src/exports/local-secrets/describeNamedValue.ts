import assert from "node:assert/strict"
import { describeNamedValue } from "@toolgate/local-secrets/references"

assert.equal(describeNamedValue("Accept", "text/plain"), "text/plain")
assert.match(describeNamedValue("Authorization", "tango-9"), /^sha256:/)
