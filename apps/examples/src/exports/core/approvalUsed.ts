import assert from "node:assert/strict"
import { approvalUsed } from "@toolgate/core"

const { message } = approvalUsed("write_file", "a1", "claimed")
assert.equal(message, 'The call of tool "write_file" with this approval is already running.')
