import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { FairSlots, queueBusy, type SlotTicket, shareSlots } from "../src/FairSlots.ts"

const share = (agent: string, session = "1") => ({ agent, session })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Opens slots, and records the callers that get one and those that are too late. */
const open = (bounds: ConstructorParameters<typeof FairSlots>[0]) => {
  const slots = new FairSlots(bounds)
  const log: Array<string> = []
  const enter = (agent: string, session = "1", ms = 1_000): SlotTicket =>
    slots.enter(
      share(agent, session),
      { served: () => log.push(`${agent}${session}`), tooLate: () => log.push(`${agent}${session} is too late`) },
      ms
    )
  return { slots, log, enter }
}

describe("FairSlots", () => {
  it("uses every slot once and respects the bounds in any order of events", () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom("1", "2")) },
      { weight: 3, arbitrary: fc.nat(40) }
    )
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 80 }), (inAll, steps) => {
        const bounds = shareSlots(inAll)
        const { enter } = open(bounds)
        const { perAgent = 0, perSession = 0 } = bounds.perShare ?? {}
        const tickets: Array<SlotTicket> = []
        for (const one of steps) {
          if (typeof one !== "number") tickets.push(enter(...one))
          else for (const ticket of tickets.splice(one % (tickets.length + 1), 1)) ticket.leave()
          const held = tickets.filter(({ hasSlot }) => hasSlot)
          const heldBy = (agent: string, session?: string) =>
            held.filter(({ share }) => share.agent === agent && (session ?? share.session) === share.session).length
          expect(held.length).toBeLessThanOrEqual(inAll)
          for (const { share } of tickets) {
            expect(heldBy(share.agent)).toBeLessThanOrEqual(perAgent)
            expect(heldBy(share.agent, share.session)).toBeLessThanOrEqual(perSession)
          }
          const couldGo = tickets.filter(
            ({ hasSlot, share }) =>
              !hasSlot && heldBy(share.agent) < perAgent && heldBy(share.agent, share.session) < perSession
          )
          if (held.length < inAll) expect(couldGo).toEqual([])
        }
      }),
      { numRuns: 300 }
    )
  })

  it("never lets one agent or session take all slots", () => {
    const { enter } = open(shareSlots(4))
    expect(["a1", "a1", "a1", "a2", "a3", "b1"].map(([agent = "", session]) => enter(agent, session).hasSlot)).toEqual([
      true,
      true,
      false,
      true,
      false,
      true
    ])
  })

  it("removes only the callers that waited too long", () => {
    const { log, enter, slots } = open({ inAll: 1 })
    const holder = enter("a")
    enter("b", "1", 1_000)
    enter("c", "1", Number.POSITIVE_INFINITY)
    vi.advanceTimersByTime(999)
    expect(log).toEqual([])
    vi.advanceTimersByTime(1)
    expect([log, slots.waiting]).toEqual([["b1 is too late"], 1])
    vi.advanceTimersByTime(10 ** 9)
    holder.leave()
    expect([log, vi.getTimerCount()]).toEqual([["b1 is too late", "c1"], 0])
  })

  it("takes a slot back once and leaves no trace of a caller that leaves the queue", () => {
    const { log, enter } = open({ inAll: 1 })
    const holder = enter("a")
    const gone = enter("b")
    enter("c")
    gone.leave()
    for (let n = 0; n < 3; n++) holder.leave()
    enter("d")
    expect([log, vi.getTimerCount()]).toEqual([["c1"], 1])
  })

  it("does not recurse when callers return their slots at once", () => {
    const slots = new FairSlots({ inAll: 1 })
    let served = 0
    const holder = slots.enter(share("a"), { served: () => {}, tooLate: () => {} }, 1_000)
    for (let n = 0; n < 10_000; n++) {
      const ticket: SlotTicket = slots.enter(
        share(`${n % 7}`),
        {
          served: () => {
            served++
            ticket.leave()
          },
          tooLate: () => {}
        },
        1_000
      )
    }
    holder.leave()
    expect([served, slots.waiting, slots.isFull]).toEqual([10_000, 0, false])
  })

  it("explains that the queue was busy and what to do", () => {
    expect(queueBusy("a worker", 30_000)).toMatchObject({
      class: "execution_error",
      message:
        "Too busy: the call waited 30 s for a worker and did not run. Try again later, or make fewer concurrent calls."
    })
  })
})
