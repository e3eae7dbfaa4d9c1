import * as Effect from "effect/Effect"
import { builtins } from "toolgate"
import { type DispatchContext, dispatchTurn, judgeAll, openWorkspace, ToolgateLayer } from "toolgate/effect"
import { expect, it } from "vitest"
import { newFolder } from "./turnGate.ts"

it("a turn is made and judged through the Effect door, with its maker's context", async () => {
  const folder = newFolder({ name: "a", a: "text of a" })
  const calls = [
    { id: "1", tool: "read_file", args: { path: "name" } },
    { id: "2", tool: "read_file", args: { path: { $from: "1" } } }
  ]
  const both = Effect.gen(function* () {
    const workspace = yield* openWorkspace(folder)
    const principal = { agent: "a", ceiling: { tools: "any" } } as const
    const context: DispatchContext = {
      session: "s",
      turn: "t",
      principal,
      workspace,
      caller: { kind: "direct" },
      deadline: undefined
    }
    return [yield* judgeAll(calls, context), yield* dispatchTurn(calls, context, { mode: "parallel" })] as const
  })
  const layer = ToolgateLayer.layer({ policy: "host", tools: builtins() })
  const [judged, { executions, tool_chains }] = await Effect.runPromise(Effect.provide(both, layer))
  expect(judged.decision).toBe("depends")
  expect(executions.map(({ output }) => output.content)).toEqual([
    [{ type: "text", text: "a" }],
    [{ type: "text", text: "text of a" }]
  ])
  expect(tool_chains[0]?.waves).toBe(2)
})
