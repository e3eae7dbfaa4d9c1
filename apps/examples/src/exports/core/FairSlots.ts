import assert from "node:assert/strict"
import { FairSlots } from "@toolgate/core"

const slots = new FairSlots({ inAll: 1 })
const served: Array<string> = []
const enter = (agent: string) =>
  slots.enter({ agent, session: "1" }, { served: () => void served.push(agent), tooLate: () => {} }, 1_000)
const first = enter("a")
const second = enter("b")
assert.deepEqual([first.hasSlot, second.hasSlot], [true, false])
first.leave()
assert.deepEqual([second.hasSlot, served], [true, ["b"]])
second.leave()
