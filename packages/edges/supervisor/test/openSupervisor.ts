import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { MemoryApprovals, type OnAsk } from "@toolgate/approval"
import { builtins } from "@toolgate/builtins"
import {
  Approvals,
  AuditLog,
  type ExecutionGrant,
  type ResolvedPath,
  Sandboxes,
  type Tool,
  unlimited
} from "@toolgate/core"
import { AppHooks, BoundedToolEvents, DispatchLimits, ToolDispatchEngine } from "@toolgate/dispatch"
import { DefaultPolicy, MemoryQuotaStore } from "@toolgate/policy"
import { parsePolicy } from "@toolgate/policy-files"
import { Processes } from "@toolgate/processes"
import { MapToolRegistry, PolicyVisibility } from "@toolgate/registry"
import { buildProcessSpec, NodeHostSandbox } from "@toolgate/sandbox-host"
import { NodeFileSystems, WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Scope from "effect/Scope"
import { onTestFinished } from "vitest"
import { type RunnerEvent, type RunnerSpec, RunnerSupervisor } from "../src/index.ts"

export interface SupervisorParts {
  readonly tools?: ReadonlyArray<Tool>
  /** A policy in YAML. Without it everything is allowed. */
  readonly policy?: string
  readonly onAsk?: OnAsk
  readonly audit?: Layer.Layer<AuditLog>
  readonly withoutTools?: boolean
  /** The calls that run at once; 64 by default. */
  readonly callsInAll?: number
}

export type Started = Partial<RunnerSpec> & {
  readonly agent?: string
  readonly env?: Record<string, string>
  readonly grant?: Grant
  /** The session of the call for which the runner is started. */
  readonly caller?: string
}

export type Grant = Pick<ExecutionGrant, "confinement" | "limits" | "access">

/** Opens a supervisor over the real gate, and records its events, output and log. */
export const openSupervisor = async (parts: SupervisorParts = {}) => {
  const logs: Array<string> = []
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-"))) as ResolvedPath
  const tools = [...builtins({ withHostTools: true }), ...(parts.tools ?? [])]
  const registry = Layer.orDie(MapToolRegistry.layer(tools))
  const events = BoundedToolEvents.layer
  const approvals =
    parts.onAsk === undefined
      ? Approvals.layerNobody
      : MemoryApprovals.layer({ onAsk: parts.onAsk }).pipe(Layer.provide(events))
  const sandboxes = Sandboxes.layer([NodeHostSandbox.make]).pipe(Layer.provide(NodeFileSystems.layer))
  const config = Effect.runSync(parsePolicy(parts.policy ?? allowAll, "policy.yaml"))
  const policy = DefaultPolicy.layer({ configs: [config] })
  const limits = Layer.succeed(DispatchLimits, { callsPerSession: 4, callsInAll: parts.callsInAll ?? 64 })
  const gate = ToolDispatchEngine.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(PolicyVisibility.layer, events)),
    Layer.provide(policy),
    Layer.provide([
      approvals,
      MemoryQuotaStore.layer,
      AppHooks.layer([]),
      WorkspaceResources.layer,
      sandboxes,
      parts.audit ?? AuditLog.layerNone,
      limits
    ]),
    Layer.provideMerge(registry)
  )
  const supervised = parts.withoutTools
    ? RunnerSupervisor.layerWithoutTools
    : RunnerSupervisor.layer.pipe(Layer.provide(gate), Layer.provide(limits))
  const layer = Layer.merge(supervised, registry).pipe(
    Layer.provide(Processes.layer),
    Layer.provideMerge(Logger.layer([Logger.map(Logger.formatSimple, (line) => logs.push(line))]))
  )
  const runtime = ManagedRuntime.make(layer)
  const supervisor = await runtime.runPromise(RunnerSupervisor)
  const scope = Effect.runSync(Scope.make())
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await runtime.runPromise(Scope.close(scope, Exit.void))
    await runtime.dispose()
  }
  onTestFinished(async () => {
    await close()
    rmSync(workspace, { recursive: true, force: true })
  })

  const start = async (
    command: RunnerSpec["command"],
    { agent = "agent-1", env = {}, grant = loose, caller, ...more }: Started = {}
  ) => {
    const under = await runtime.runPromise(buildProcessSpec(grant))
    const told: Array<RunnerEvent> = []
    const printed = { stdout: "", stderr: "" }
    const watchers: Array<() => void> = []
    const changed = () => {
      for (const watcher of watchers.splice(0)) watcher()
    }
    const begin = (spec: RunnerSpec) =>
      caller === undefined ? supervisor.start(spec) : supervisor.delegate(spec, caller)
    const runner = await runtime.runPromise(
      Scope.provide(
        begin({
          command,
          principal: { agent, ceiling: { tools: "any" } },
          workspace,
          ...under,
          environment: { ...under.environment, ...env },
          onEvent: (event) => {
            told.push(event)
            changed()
          },
          onOutput: ({ stream, bytes }) => {
            printed[stream] += Buffer.from(bytes).toString()
            changed()
          },
          ...more
        }),
        scope
      )
    )
    return {
      runner,
      told,
      printed,
      ended: runtime.runPromise(runner.ended),
      stop: (reason = "the test is over") => runtime.runPromise(runner.stop(reason)),
      /** Resolves when an event or an output makes the condition true. */
      until: async (isTrue: () => boolean) => {
        while (!isTrue()) await new Promise<void>((resolve) => watchers.push(resolve))
      }
    }
  }
  return { workspace, logs, start, close, runtime, supervisor }
}

/** A grant with all rights of this user. */
export const loose: Grant = {
  confinement: "waived",
  limits: unlimited(),
  access: { files: [], hosts: "any", env: ["PATH"] }
}

const allowAll = `
version: 1
tool_confirmation: { default: { WRITE: auto, EXECUTE: auto, NETWORK: auto } }
`

/** Returns the command of a JavaScript program, run by the same Node as the test. */
export const script = (source: string): RunnerSpec["command"] => [process.execPath, "--input-type=module", "-e", source]

/** The beginning of every script of a test: the descriptor, and functions that read and send messages. */
export const speaking = `
import { writeSync } from "node:fs"
import { Socket } from "node:net"
import { createInterface } from "node:readline"
const channel = new Socket({ fd: 3 })
const messages = createInterface({ input: channel })[Symbol.asyncIterator]()
const next = async () => JSON.parse((await messages.next()).value)
const send = (message) => channel.write(JSON.stringify(message) + "\\n")
const nextOf = async (op) => { for (;;) { const message = await next(); if (message.op === op) return message } }
const hello = await next()
`
