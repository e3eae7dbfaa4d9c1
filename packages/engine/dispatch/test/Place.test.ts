import fc from "fast-check"
import { expect, it } from "vitest"
import { Place } from "../src/Place.ts"
import { Lane, Slots } from "../src/Slots.ts"

/** Opens a call in a session of so many places, which may make children. */
const openParent = (places: number) => {
  const lane = new Lane(new Slots(places, places))
  const parent = new Place(lane)
  parent.take()
  const child = () => {
    const place = parent.child()
    place.take()
    return place
  }
  return { lane, parent, child }
}

it("gives back a spare place that children wait for who leave before their turn of the event loop", () => {
  const { lane, parent, child } = openParent(2)
  const children = Array.from({ length: 100 }, child)
  expect(lane.running).toBe(2)
  // No more than 64 begin in one turn, so the last ones wait although there are places.
  for (const one of children) one.leave()
  expect(lane.running).toBe(1)
  parent.leave()
  expect(lane.running).toBe(0)
})

it("gives back all places that children had, in whatever order they end, and whoever else waits", async () => {
  const step = fc.record({
    what: fc.constantFrom("child", "child", "end", "other", "end other", "turn"),
    which: fc.nat(999),
    count: fc.integer({ min: 1, max: 80 })
  })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 40 }), async (places, steps) => {
      const { lane, parent, child } = openParent(places)
      const children: Array<Place> = []
      const others: Array<Place> = []
      const end = (from: Array<Place>, which: number, count: number) => {
        for (const one of from.splice(which % (from.length + 1), count)) one.leave()
      }
      for (const { what, which, count } of steps) {
        if (what === "turn") await new Promise(setImmediate)
        else if (what === "child") for (let made = 0; made < count; made++) children.push(child())
        else if (what === "other") {
          const other = new Place(lane)
          other.take()
          others.push(other)
        } else if (what === "end") end(children, which, count)
        else end(others, which, count)
        expect(lane.running).toBeLessThanOrEqual(places)
      }
      for (const one of children) one.leave()
      parent.leave()
      for (const one of others) one.leave()
      expect(lane.running).toBe(0)
    }),
    { numRuns: 1_000 }
  )
})
