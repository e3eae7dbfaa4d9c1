import type { Ran, ToolImplementation } from "@toolgate/core"
import { ProcessWasmSandbox } from "@toolgate/sandbox-wasm"
import { NodeFileSystems } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { Case, Family } from "../Case.ts"
import type { Scale } from "../Scale.ts"
import { allLimits, callsOf, succeeding } from "./calls.ts"
import { endlessScript, file, runaways as kinds, moduleOf, printing } from "./modules.ts"

const deadlineMs = 100

/** Guests that never end: when they have ended all the same, and what the calls after them cost. */
export const runaways = async ({ judged }: Scale): Promise<Family> => {
  const scope = Effect.runSync(Scope.make())
  const sandbox = await Effect.runPromise(
    ProcessWasmSandbox.make().pipe(Effect.provide(NodeFileSystems.layer), Scope.provide(scope))
  )
  const guest = { argv: ["guest"], env: {}, folders: {}, output: "json", clock: "host", random: "host" } as const
  const implementations = new Map<string, ToolImplementation>()
  for (const [name, text] of Object.entries(kinds))
    implementations.set(name, { kind: "wasm", module: (await moduleOf(name, text)).path, ...guest })
  const script = file("endless.js", endlessScript)
  implementations.set("a native loop of a script", { kind: "script", script, calls: 0, clock: "host", random: "host" })

  const module = (await moduleOf("friendly", printing)).path
  const friendly = callsOf(sandbox, { implementations: [{ kind: "wasm", module, ...guest }] }, allLimits)
  const limits = { ...allLimits, wallMs: deadlineMs }
  const hostile = [...implementations].map(([name, implementation]) => ({
    name,
    call: callsOf(sandbox, { implementations: [implementation] }, limits)
  }))
  const [first] = hostile
  if (first === undefined) throw new Error("There is no runaway.")
  await friendly()
  for (const { call } of hostile) await call()

  const calm = "a call among calls that end"
  const after = "the call after a runaway"
  const many = "a call after 1,000 hostile ones"
  let hostileCalls = 0
  const quickly = callsOf(
    sandbox,
    { implementations: [...implementations.values()].slice(0, 1) },
    { ...limits, wallMs: 5 }
  )
  const manyTimes = judged ? 1000 : 3
  return {
    name: "sandboxes.runaways",
    title: `Guests that never end, with a wall limit of ${deadlineMs} ms`,
    cases: [
      { name: calm, run: succeeding(friendly), rounds: 20 },
      ...hostile.map(({ name, call }): Case => ({ name, run: timedOut(call), times: 1, rounds: 20 })),
      { name: after, run: succeeding(friendly), times: 1, rounds: 20, prepare: () => timedOut(first.call)(1) },
      {
        name: many,
        times: 5,
        rounds: 20,
        prepare: async () => {
          for (; hostileCalls < manyTimes; hostileCalls++) await timedOut(quickly)(1)
        },
        run: succeeding(friendly)
      }
    ],
    figures: (measured) => [
      measured.figure(calm),
      ...hostile.map(({ name }) => ({ ...measured.figure(name), atMost: (deadlineMs + 50) * 1e6 })),
      measured.figure(after, calm),
      measured.figure(many, calm)
    ],
    close: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

const timedOut = (call: () => Promise<Ran>) => async (times: number) => {
  for (let time = 0; time < times; time++) {
    const { error } = await call()
    if (error?.why !== "TimedOut") throw new Error(`It ended otherwise: ${error?.message}`)
  }
}
