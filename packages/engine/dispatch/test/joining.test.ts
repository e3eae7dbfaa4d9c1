import type { ChainRun, ResolvedPath, ScriptBroker } from "@toolgate/core"
import { defineTool } from "@toolgate/core"
import * as Effect from "effect/Effect"
import Type from "typebox"
import { expect, it } from "vitest"
import { call, openGate } from "./openGate.ts"
import { deferred } from "./tools.ts"

const script = defineTool({
  name: "script",
  description: "For a test.",
  parameters: Type.Object({}),
  sideEffects: "NONE",
  wasm: { script: () => ({ before: "", text: "", after: "" }), broker: () => ({}) as ScriptBroker }
})

const run: ChainRun = {
  id: "run",
  call: { id: "earlier", tool: "script", args: {} },
  context: {
    session: "s1",
    turn: "t1",
    principal: { agent: "agent-1", ceiling: { tools: "any" } },
    workspace: "/" as ResolvedPath,
    caller: { kind: "direct" },
    deadline: undefined
  },
  first: "",
  entries: []
}

it("does not wait for the run of an earlier script if the call ends, and gives back the run once it is taken", async () => {
  const asked = deferred()
  const found = deferred<ChainRun>()
  const given: Array<string> = []
  const { dispatch } = await openGate({
    tools: [script],
    runs: {
      join: () =>
        Effect.promise(() => {
          asked.resolve()
          return found.promise
        }),
      giveBack: (id) => Effect.sync(() => void given.push(id))
    }
  })
  const cancelling = new AbortController()
  const answer = dispatch(call("1", "script"), { defer: { joinsEarlier: "session" } }, cancelling.signal)
  await asked.promise
  cancelling.abort()
  expect((await answer).error?.why).toBe("Cancelled")
  expect(given).toEqual([])
  found.resolve(run)
  await expect.poll(() => given).toEqual(["run"])
})
