// A gate in an Effect program. Its parts are layers, so another policy is another layer.
import { type DispatchContext, RuntimePolicy, refuse, unlimited } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { builtins } from "toolgate"
import { openWorkspace, ToolDispatchEngine, ToolgateLayer } from "toolgate/effect"

const onlyEcho = Layer.succeed(RuntimePolicy, {
  checkPermission: (request) =>
    request.tool.name === "Echo"
      ? Effect.succeed({
          request,
          grant: {
            sandbox: "host",
            confinement: "required",
            limits: { ...unlimited(), wallMs: 1_000 },
            access: { files: [], hosts: [], env: [] }
          },
          because: { layer: "app", rule: "only Echo", source: "effectDoor.ts" },
          waitedMs: 0
        })
      : refuse("PolicyDenied", `Permission denied: tool "${request.tool.name}" is disabled by policy.`)
})

const program = Effect.gen(function* () {
  const engine = yield* ToolDispatchEngine
  const context: DispatchContext = {
    session: "s1",
    turn: "t1",
    principal: { agent: "example", ceiling: { tools: "any" } },
    workspace: yield* openWorkspace("."),
    caller: { kind: "direct" },
    deadline: undefined
  }
  return yield* engine.dispatchAll(
    [
      { id: "1", tool: "Echo", args: { text: "hi" } },
      { id: "2", tool: "list_dir", args: {} }
    ],
    context
  )
})

const gate = ToolgateLayer.layer({ policy: onlyEcho, tools: builtins({ withHostTools: true }) })
for (const { callId, output, error } of await Effect.runPromise(Effect.provide(program, gate)))
  console.log(callId, error?.message ?? output.value)
