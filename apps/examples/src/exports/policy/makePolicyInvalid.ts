import assert from "node:assert/strict"
import { makePolicyInvalid } from "@toolgate/policy"

const { message } = makePolicyInvalid([{ source: "toolgate.yaml:3:10", message: 'unknown tool "shel"' }], 2)
assert.equal(message, 'toolgate.yaml:3:10: unknown tool "shel"\nand 2 more')
