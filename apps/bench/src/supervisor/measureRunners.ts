import type { Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import type { Caller } from "./Orders.ts"
import { openSupervisor } from "./openSupervisor.ts"

const each = 100

/**
 * Measures many concurrent runners with all of their calls in flight, compared with one runner and as many calls in
 * total.
 */
export const measureRunners = async ({ judged }: Scale): Promise<Family> => {
  const count = judged ? 100 : 3
  const supervisor = await openSupervisor()
  const one = await supervisor.start()
  const callers: Array<Caller> = []
  const alone = "a call of one runner"
  const together = `a call of ${count} runners`
  const times = count * each
  return {
    name: "supervisor.runners",
    title: `${count} runners, each with ${each} calls at once`,
    cases: [
      { name: alone, run: () => one.make({ tool: "echo", times, inFlight: times, by: "one" }), times, rounds: 20 },
      {
        name: together,
        // Starts the runners on demand, because a hundred waiting processes would disturb other cases.
        prepare: async () => {
          while (callers.length < count) callers.push(await supervisor.start())
        },
        run: async () => {
          await Promise.all(
            callers.map((caller, number) => caller.make({ tool: "echo", times: each, inFlight: each, by: `${number}` }))
          )
        },
        times,
        rounds: 20
      }
    ],
    figures: (measured) => [measured.figure(alone), measured.figure(together, alone)],
    notes: () => [
      `Each of ${count} runners had every one of its calls answered once, and none with the answer of another.`
    ],
    close: () => supervisor.close()
  }
}
