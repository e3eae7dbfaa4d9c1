import assert from "node:assert/strict"
import { convertRecord } from "@toolgate/testing"

const [kept] = convertRecord({
  kind: "tool.call.denied",
  tool_call_id: "1",
  executed: "no",
  error: { why: "PolicyDenied" }
})
assert.deepEqual([kept?.callId, kept?.why], ["1", "PolicyDenied"])
// This record is about the log itself.
assert.deepEqual(convertRecord({ kind: "log.opened" }), [])
