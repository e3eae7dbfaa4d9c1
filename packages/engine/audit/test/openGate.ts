import {
  type Args,
  AuditLog,
  type DispatchContext,
  type PermissionRequest,
  type Ran,
  type ResolvedPath,
  Resources,
  type Run,
  type RunHandles,
  refuse,
  type Sandbox,
  Sandboxes,
  type SideEffectClass,
  ToolEvents,
  ToolRegistry,
  Visibility
} from "@toolgate/core"
import { AppHooks, DispatchLimits, type Hook, ToolDispatchEngine } from "@toolgate/dispatch"
import { makeRegisteredTool, TestPolicies } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { onTestFinished } from "vitest"
import { ran } from "./permits.ts"

export interface GateParts {
  /** The function that runs in place of every tool. */
  readonly run: (request: PermissionRequest, handles: RunHandles) => Promise<Ran> | Ran
  /** Whether the sandbox's runs need a fiber. */
  readonly needsFiber?: boolean
  readonly hooks?: ReadonlyArray<Hook>
  /** Called when the resources of a call are resolved. */
  readonly resolving?: (args: Args, context: DispatchContext) => void
}

/** Opens the real engine with a log. The tools are named after what they declare: the tool "WRITE" writes. */
export const openGate = async (
  log: AuditLog["Service"],
  { run, needsFiber = false, hooks = [], resolving = () => {} }: GateParts
) => {
  const resolve: Resources["Service"]["resolve"] = (_tool, args, context) => {
    resolving(args, context)
    return Effect.succeed([])
  }
  const inFiber: GateRun = (request, handles) => Effect.promise(async () => run(request, handles))
  const here: GateRun = (request, handles) => {
    const stopped = Promise.withResolvers<Ran>()
    let isStopped = false
    handles.onStop({
      stop: (reason) => {
        isStopped = true
        stopped.resolve(ran({ error: reason }))
      }
    })
    const answer = run(request, handles)
    return isStopped || answer instanceof Promise ? Promise.race([stopped.promise, answer]) : answer
  }
  const sandbox: Sandbox = {
    name: "test",
    runs: new Set(["function"]),
    prepare: ({ request }) =>
      Effect.succeed({ start: (handles) => (needsFiber ? inFiber(request, handles) : here(request, handles)) })
  }
  const layer = ToolDispatchEngine.layer.pipe(
    Layer.provide([
      AppHooks.layer(hooks),
      Layer.succeed(Visibility, {
        visible: () => [],
        unknown: () => refuse("ToolNotFound", 'There is no tool "nowhere".')
      }),
      Layer.succeed(Resources, { resolve }),
      TestPolicies.allowIn("test"),
      Sandboxes.layer([Effect.succeed(sandbox)]),
      Layer.succeed(AuditLog, log),
      Layer.succeed(ToolEvents, { publish: () => {}, subscribe: Effect.never, listen: () => Effect.void }),
      Layer.succeed(DispatchLimits, { callsPerSession: 100, callsInAll: 100 })
    ]),
    Layer.provide(
      Layer.mock(ToolRegistry, {
        lookup,
        get: () => undefined,
        has: () => false,
        list: () => [],
        admitting: () => Effect.void
      })
    ),
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
      engine.dispatchPromise({ id, tool, args: { text: id } }, { ...context, ...more }, more)
  }
}

type GateRun = (request: PermissionRequest, handles: RunHandles) => ReturnType<Run["start"]>

const lookup: ToolRegistry["Service"]["lookup"] = (name) =>
  name === "nowhere"
    ? undefined
    : Effect.succeed({
        ...makeRegisteredTool({ name, sideEffects: name as SideEffectClass }),
        parse: ({ args = {} }) => Effect.succeed(args as never)
      })
