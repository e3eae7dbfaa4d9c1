import type { Ran, ToolImplementation } from "@toolgate/core"
import type { Case, Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { allLimits, makeCalls, requireSuccess } from "./measureCalls.ts"
import { assembleModule, endlessScript, measureRunaways as kinds, printing, writeTemporaryFile } from "./modules.ts"
import { openWasm } from "./openWasm.ts"

const deadlineMs = 100

/** Measures endless guests: the time to stop them, and the cost of the calls after them. */
export const measureRunaways = async ({ judged }: Scale): Promise<Family> => {
  const { sandbox, close } = await openWasm()
  const guest = { argv: ["guest"], env: {}, folders: {}, output: "json", clock: "host", random: "host" } as const
  const implementations = new Map<string, ToolImplementation>()
  for (const [name, text] of Object.entries(kinds))
    implementations.set(name, { kind: "wasm", module: (await assembleModule(name, text)).path, ...guest })
  const script = writeTemporaryFile("endless.js", endlessScript)
  const called = { export: "default", settings: {}, calls: 0, clock: "host", random: "host" } as const
  implementations.set("a native loop of a script", { kind: "script", script, ...called })

  const module = (await assembleModule("friendly", printing)).path
  const friendly = makeCalls(sandbox, { implementations: [{ kind: "wasm", module, ...guest }] }, allLimits)
  const limits = { ...allLimits, wallMs: deadlineMs }
  const hostile = [...implementations].map(([name, implementation]) => ({
    name,
    call: makeCalls(sandbox, { implementations: [implementation] }, limits)
  }))
  const [first] = hostile
  if (first === undefined) throw new Error("There is no runaway.")
  await friendly()
  for (const { call } of hostile) await call()

  // A newly started process has not loaded the module yet.
  const warm = () => requireSuccess(friendly)(10)
  const calm = "a call among calls that end"
  const after = "the call after a runaway"
  const many = "a call after 1,000 hostile ones"
  let hostileCalls = 0
  const quickly = makeCalls(
    sandbox,
    { implementations: [...implementations.values()].slice(0, 1) },
    { ...limits, wallMs: 5 }
  )
  const manyTimes = judged ? 1000 : 3
  return {
    name: "sandboxes.runaways",
    title: `Guests that never end, with a wall limit of ${deadlineMs} ms`,
    cases: [
      { name: calm, run: requireSuccess(friendly), prepare: warm, times: 50, rounds: 20 },
      ...hostile.map(({ name, call }): Case => ({ name, run: timedOut(call), times: 1, rounds: 20 })),
      { name: after, run: requireSuccess(friendly), times: 1, rounds: 20, prepare: () => timedOut(first.call)(1) },
      {
        name: many,
        times: 50,
        rounds: 20,
        prepare: async () => {
          for (; hostileCalls < manyTimes; hostileCalls++) await timedOut(quickly)(1)
          await warm()
        },
        run: requireSuccess(friendly)
      }
    ],
    figures: (measured) => [
      measured.figure(calm),
      ...hostile.map(({ name }) => ({ ...measured.figure(name), atMost: (deadlineMs + 50) * 1e6 })),
      measured.figure(after, calm),
      measured.figure(many, calm, 1.15)
    ],
    notes: () => [
      "A spare process that has not run anything yet serves the call after a runaway. The calls with which it is compared are served by a process that has run many."
    ],
    close
  }
}

const timedOut = (call: () => Promise<Ran>) => async (times: number) => {
  for (let time = 0; time < times; time++) {
    const { error } = await call()
    if (error?.why !== "TimedOut") throw new Error(`It ended otherwise: ${error?.message}`)
  }
}
