import { type ChainRun, type ChainRuns, defineTool, type ScriptBroker } from "@toolgate/core"
import { makeRegisteredTool } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import Type from "typebox"
import { expect, it } from "vitest"
import { ScriptRuns } from "../src/runs.ts"

const run = { id: "run" } as ChainRun
const context = { session: "s", principal: { agent: "a" }, workspace: "/", caller: { kind: "direct" } }
const call = { callId: "1", context, deferral: { joinsEarlier: "session" }, loggedArgs: [] }
const script = makeRegisteredTool(
  defineTool({
    name: "script",
    description: "For a test.",
    parameters: Type.Object({}),
    sideEffects: "NONE",
    wasm: { script: () => ({ before: "", text: "", after: "" }), broker: () => ({}) as ScriptBroker }
  })
)

it("does not wait for an earlier script's run if the call ends, and returns the run once it is taken", async () => {
  const found = Promise.withResolvers<ChainRun>()
  const given: Array<string> = []
  const runs = {
    join: () => Effect.promise(() => found.promise),
    giveBack: (id: string) => Effect.sync(() => void given.push(id))
  } as Partial<ChainRuns["Service"]> as ChainRuns["Service"]
  const extended = ScriptRuns.make({ runs, approvals: undefined }).extend(script, {}, call as never)
  const waiting = Effect.runFork(extended as Effect.Effect<unknown>)
  await Effect.runPromise(Fiber.interrupt(waiting))
  expect(given).toEqual([])
  found.resolve(run)
  await expect.poll(() => given).toEqual(["run"])
})
