import assert from "node:assert/strict"
import { shareSlots } from "@toolgate/core"

assert.deepEqual(shareSlots(8), { inAll: 8, perShare: { perAgent: 7, perSession: 6 } })
