import assert from "node:assert/strict"
import { describeResource } from "@toolgate/policy"

assert.equal(describeResource({ kind: "host", host: "example.com", port: 443 }), "connecting to example.com:443")
