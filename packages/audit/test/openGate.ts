import {
  AuditLog,
  type CallContext,
  type DispatchContext,
  type Ran,
  type Refused,
  type ResolvedPath,
  Resources,
  ready,
  refused,
  type Sandbox,
  Sandboxes,
  type SideEffectClass,
  startable,
  ToolEvents,
  ToolRegistry
} from "@toolgate/core"
import { AppHooks, DispatchLimits, type Hook, ToolDispatchEngine } from "@toolgate/dispatch"
import { registeredTool, TestPolicies } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { onTestFinished } from "vitest"
import { ran } from "./permits.ts"

export interface GateParts {
  /** What runs in the place of every tool. */
  readonly run: (context: CallContext) => Promise<Ran | Refused> | Ran | Refused
  /** Whether the sandbox's runs need a fiber. */
  readonly needsFiber?: boolean
  readonly hooks?: ReadonlyArray<Hook>
  /** Asked where the resources of a call are. */
  readonly resolving?: (context: CallContext) => void
}

/** The real engine around a log. Its tools are named after what they are able to do: "WRITE" writes. */
export const openGate = async (
  log: AuditLog["Service"],
  { run, needsFiber = false, hooks = [], resolving = () => {} }: GateParts
) => {
  const resolve: Resources["Service"]["resolve"] = (_tool, _args, context) => {
    resolving(context)
    return ready([])
  }
  const effect = (context: CallContext) =>
    Effect.flatMap(
      Effect.promise(async () => run(context)),
      (value) => (isRan(value) ? ready(value) : Effect.fail(value))
    )
  const sandbox: Sandbox = {
    name: "test",
    runs: new Set(["function"]),
    prepare: ({ request: { context } }) =>
      ready(
        needsFiber
          ? effect(context)
          : startable<Ran>((ended) => {
              context.onStop({ stop: (reason) => ended(Exit.succeed(ran({ error: reason }))) })
              const value = run(context)
              if (value instanceof Promise) value.then((later) => ended(exitOf(later)))
              else ended(exitOf(value))
            })
      )
  }
  const layer = ToolDispatchEngine.layer.pipe(
    Layer.provide([
      AppHooks.layer(hooks),
      Layer.mock(ToolRegistry, { lookup, get: () => undefined, has: () => false, list: () => [], visible: () => [] }),
      Layer.succeed(Resources, { resolve }),
      TestPolicies.routesTo("test"),
      Sandboxes.layer([Effect.succeed(sandbox)]),
      Layer.succeed(AuditLog, log),
      Layer.succeed(ToolEvents, { publish: () => {}, subscribe: Effect.never, listen: () => Effect.void }),
      Layer.succeed(DispatchLimits, { callsPerSession: 100, callsInAll: 100 })
    ]),
    Layer.provideMerge(Logger.layer([Logger.make(() => {})]))
  )
  const runtime = ManagedRuntime.make(layer)
  const engine = await runtime.runPromise(ToolDispatchEngine)
  onTestFinished(() => runtime.dispose())
  const context: DispatchContext = {
    session: "s1",
    turn: "t1",
    principal: { agent: "agent-1", ceiling: { tools: "any" } },
    workspace: "/workspace" as ResolvedPath,
    caller: { kind: "direct" },
    deadline: undefined
  }
  return {
    engine,
    context,
    close: () => runtime.dispose(),
    dispatch: (id: string, tool: string, more: { signal?: AbortSignal } & Partial<DispatchContext> = {}) =>
      engine.dispatchPromise({ id, tool, args: { value: { text: id } } }, { ...context, ...more }, more)
  }
}

const isRan = (value: Ran | Refused): value is Ran => "output" in value

const exitOf = (value: Ran | Refused) => (isRan(value) ? Exit.succeed(value) : Exit.fail(value))

const lookup: ToolRegistry["Service"]["lookup"] = (name) =>
  name === "nowhere"
    ? Effect.fail(refused("ToolNotFound", 'There is no tool "nowhere".'))
    : ready({
        ...registeredTool({ name, sideEffects: name as SideEffectClass }),
        parse: (args) => ready("value" in args ? (args.value as never) : {})
      })
