import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Lane, Slots, type Waiter } from "../src/Slots.ts"

const waiter = (lane: Lane, go: () => void): Waiter => ({ lane, previous: undefined, next: undefined, go })

describe("Slots", () => {
  it("never lets in more than a lane or all lanes may, and starts everyone exactly once, whatever the order", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(
          fc.record({ lane: fc.nat(3), what: fc.constantFrom("take", "release", "withdraw"), which: fc.nat(9) }),
          {
            // The most that may begin in one turn of the event loop.
            maxLength: 64
          }
        ),
        (perLane, total, steps) => {
          const slots = new Slots(perLane, total)
          const lanes = Array.from({ length: 4 }, () => new Lane(slots))
          const running: Array<Waiter> = []
          const waiting: Array<Waiter> = []
          const started = new Map<Waiter, number>()
          const starts = (one: Waiter) => {
            started.set(one, (started.get(one) ?? 0) + 1)
            waiting.splice(waiting.indexOf(one), 1)
            running.push(one)
          }
          const check = () => {
            expect(running.length).toBeLessThanOrEqual(total)
            for (const lane of lanes) {
              const inLane = running.filter((one) => one.lane === lane).length
              expect(inLane).toBe(lane.running)
              expect(inLane).toBeLessThanOrEqual(perLane)
              // Nobody waits while there is a place.
              const stuck = waiting.some((one) => one.lane === lane) && inLane < perLane && running.length < total
              expect(stuck).toBe(false)
            }
          }
          const take = (lane: Lane) => {
            const one: Waiter = waiter(lane, () => starts(one))
            waiting.push(one)
            if (slots.take(one)) starts(one)
          }
          const release = (one: Waiter | undefined) => {
            if (one === undefined) return
            running.splice(running.indexOf(one), 1)
            slots.release(one.lane)
          }
          for (const { lane, what, which } of steps) {
            if (what === "take") take(lanes[lane] ?? new Lane(slots))
            else if (what === "release") release(running[which % Math.max(1, running.length)])
            else {
              const one = waiting[which % Math.max(1, waiting.length)]
              if (one !== undefined) {
                waiting.splice(waiting.indexOf(one), 1)
                slots.withdraw(one)
              }
            }
            check()
          }
          while (running.length > 0) release(running[0])
          expect(waiting).toEqual([])
          expect([...started.values()].every((times) => times === 1)).toBe(true)
        }
      )
    )
  })

  it("goes round the lanes, so that a long queue in one delays another by a turn", () => {
    const slots = new Slots(1, 1)
    const [busy, other] = [new Lane(slots), new Lane(slots)]
    const order: Array<string> = []
    const holder = waiter(new Lane(slots), () => {})
    slots.take(holder)
    for (let at = 0; at < 1000; at++) slots.take(waiter(busy, () => order.push(`busy ${at}`)))
    slots.take(waiter(other, () => order.push("other")))
    slots.release(holder.lane)
    slots.release(busy)
    expect(order).toEqual(["busy 0", "other"])
  })

  it("starts ten thousand that end at once without going deeper for each, a few in each turn of the event loop", async () => {
    const slots = new Slots(1, 1)
    const lane = new Lane(slots)
    let ended = 0
    slots.take(waiter(lane, () => {}))
    for (let at = 0; at < 10_000; at++)
      slots.take(
        waiter(lane, () => {
          ended++
          slots.release(lane)
        })
      )
    slots.release(lane)
    for (let before = 0; ended < 10_000; await new Promise(setImmediate)) {
      expect(ended - before).toBeLessThanOrEqual(128)
      expect(ended).toBeGreaterThan(before)
      before = ended
    }
  })
})
