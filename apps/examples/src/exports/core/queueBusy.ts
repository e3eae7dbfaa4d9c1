import assert from "node:assert/strict"
import { queueBusy } from "@toolgate/core"

const { why, message } = queueBusy("a worker", 30_000)
assert.equal(why, "QueueBusy")
assert.match(message, /^Too busy: the call waited 30 s for a worker and did not run\./)
