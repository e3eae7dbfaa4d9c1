import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { expect, it } from "vitest"
import { CallSlot } from "../src/slots/CallSlot.ts"
import { CallSlots, SharedCallSlots } from "../src/slots/CallSlots.ts"

const share = { agent: "a", session: "s" }

/** Returns the number of calls that could start now. */
const free = (slots: CallSlots): number => {
  const slot = new CallSlot(slots, share)
  const count = slot.take() ? 1 + free(slots) : 0
  slot.leave()
  return count
}

/** Opens a call in a session with this number of slots. It may have children. */
const openParent = (count: number) => {
  const slots = new CallSlots(count, new SharedCallSlots(count, 30_000))
  const parent = new CallSlot(slots, share)
  parent.take()
  const child = () => {
    const slot = parent.child(share)
    slot.take()
    return slot
  }
  return { slots, running: () => count - free(slots), parent, child }
}

it("returns a spare slot if the waiting children leave in the same event loop turn", () => {
  const { running, parent, child } = openParent(2)
  const children = Array.from({ length: 100 }, child)
  expect(running()).toBe(2)
  // At most 64 calls start per event loop turn, so the last ones wait although slots are free.
  for (const one of children) one.leave()
  expect(running()).toBe(1)
  parent.leave()
  expect(running()).toBe(0)
})

it("returns all slots of children in any order of endings", async () => {
  const step = fc.record({
    what: fc.constantFrom("child", "child", "end", "other", "end other", "turn"),
    which: fc.nat(999),
    count: fc.integer({ min: 1, max: 80 })
  })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 40 }), async (count, steps) => {
      const { slots, running, parent, child } = openParent(count)
      const children: Array<CallSlot> = []
      const others: Array<CallSlot> = []
      const end = (from: Array<CallSlot>, which: number, count: number) => {
        for (const one of from.splice(which % (from.length + 1), count)) one.leave()
      }
      for (const { what, which, count } of steps) {
        if (what === "turn") await new Promise(setImmediate)
        else if (what === "child") for (let made = 0; made < count; made++) children.push(child())
        else if (what === "other") {
          const other = new CallSlot(slots, share)
          other.take()
          others.push(other)
        } else if (what === "end") end(children, which, count)
        else end(others, which, count)
      }
      for (const one of children) one.leave()
      parent.leave()
      for (const one of others) one.leave()
      expect(running()).toBe(0)
    }),
    runs(1_000)
  )
})
