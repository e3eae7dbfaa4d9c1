import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  AuditLog,
  CallExtension,
  type DispatchContext,
  OutputFitting,
  type ResolvedPath,
  type Run,
  type RuntimePolicy,
  Sandboxes,
  type Tool,
  type ToolCall,
  type ToolEvent,
  ToolEvents
} from "@toolgate/core"
import { HostPolicy } from "@toolgate/policy"
import { MapToolRegistry, PolicyVisibility } from "@toolgate/registry"
import { NodeHostSandbox } from "@toolgate/sandbox-host"
import { EchoSandbox } from "@toolgate/testing"
import { NodeFileSystems, WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { onTestFinished } from "vitest"
import { AppHooks, DispatchLimits, type DispatchOptions, type Hook, ToolDispatchEngine } from "../src/index.ts"

export interface GateParts {
  readonly tools: ReadonlyArray<Tool>
  readonly policy?: Layer.Layer<RuntimePolicy>
  readonly hooks?: ReadonlyArray<Hook>
  readonly limits?: Partial<(typeof DispatchLimits)["Service"]>
  readonly audit?: Layer.Layer<AuditLog>
  /** The run of every call, instead of its tool. */
  readonly sandbox?: Run
  readonly fitting?: OutputFitting["Service"]
  readonly extension?: CallExtension["Service"]
  readonly publish?: ToolEvents["Service"]["publish"]
  readonly grace?: Partial<(typeof NodeHostSandbox.HostGrace)["Service"]>
}

/** Opens a gate of real parts, composed as in an app, and records everything that it publishes and logs. */
export const openGate = async (parts: GateParts) => {
  const events: Array<ToolEvent> = []
  const logs: Array<string> = []
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-"))) as ResolvedPath
  const files = NodeFileSystems.layer
  const layer = ToolDispatchEngine.layer.pipe(
    Layer.provide(PolicyVisibility.layer),
    Layer.provide([
      AppHooks.layer(parts.hooks ?? []),
      WorkspaceResources.layer,
      parts.policy ?? HostPolicy.layer,
      Sandboxes.layer([sandboxOf(parts.sandbox), EchoSandbox.make("second")]).pipe(Layer.provide(files)),
      parts.audit ?? AuditLog.layerNone,
      Layer.succeed(ToolEvents, {
        publish: parts.publish ?? ((event) => events.push(event)),
        subscribe: Effect.never,
        listen: () => Effect.void
      }),
      Layer.succeed(DispatchLimits, { callsPerSession: 4, callsInAll: 64, ...parts.limits })
    ]),
    Layer.provide(MapToolRegistry.layer(parts.tools)),
    Layer.provide(parts.extension === undefined ? Layer.empty : Layer.succeed(CallExtension, parts.extension)),
    Layer.provide(parts.fitting === undefined ? Layer.empty : Layer.succeed(OutputFitting, parts.fitting)),
    Layer.provide(
      Layer.succeed(NodeHostSandbox.HostGrace, { cancelled: 30_000, timedOut: 1_000, drained: 500, ...parts.grace })
    ),
    Layer.provideMerge(Logger.layer([Logger.map(Logger.formatSimple, (line) => logs.push(line))]))
  )
  const runtime = ManagedRuntime.make(layer)
  const engine = await runtime.runPromise(ToolDispatchEngine)
  const close = () => runtime.dispose()
  onTestFinished(async () => {
    await close()
    rmSync(workspace, { recursive: true, force: true })
  })
  const context = (more: Partial<DispatchContext> = {}): DispatchContext => ({
    session: "s1",
    turn: "t1",
    principal: { agent: "agent-1", ceiling: { tools: "any" } },
    workspace,
    caller: { kind: "direct" },
    deadline: undefined,
    ...more
  })
  return {
    engine,
    runtime,
    workspace,
    events,
    logs,
    close,
    context,
    /** Dispatches through the promise door. */
    dispatch: (
      call: ToolCall,
      more: Partial<DispatchContext> = {},
      signal?: AbortSignal,
      options: Omit<DispatchOptions, "signal"> = {}
    ) => engine.dispatchPromise(call, context(more), { ...options, signal }),
    /** Dispatches through the Effect door. */
    dispatchEffect: (call: ToolCall, more: Partial<DispatchContext> = {}) =>
      runtime.runPromise(engine.dispatch(call, context(more)))
  }
}

const sandboxOf = (run: Run | undefined): typeof NodeHostSandbox.make =>
  run === undefined
    ? NodeHostSandbox.make
    : Effect.succeed({ name: "host", runs: new Set(["function"] as const), prepare: () => Effect.succeed(run) })

export const call = (id: string, tool: string, args: unknown = {}): ToolCall => ({ id, tool, args })
