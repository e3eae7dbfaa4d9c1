import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { MemoryApprovals, type OnAsk } from "@toolgate/approval"
import {
  AuditLog,
  type DispatchContext,
  DispatchHooks,
  type JsonObject,
  type ResourceLimits,
  Sandboxes,
  type Tool,
  type ToolExecution
} from "@toolgate/core"
import { BoundedToolEvents, ToolDispatchEngine } from "@toolgate/dispatch"
import { DefaultPolicy, defaultConfig, HostPolicy, MemoryQuotaStore } from "@toolgate/policy"
import { MapToolRegistry, PolicyVisibility } from "@toolgate/registry"
import { NodeHostSandbox } from "@toolgate/sandbox-host"
import { ProcessWasmSandbox } from "@toolgate/sandbox-wasm"
import { NodeFileSystems, openWorkspace, WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"

/** A gate over tools and a workspace of its own. */
export interface TestGate {
  readonly workspace: string
  readonly call: (tool: string, args: JsonObject, limits?: Partial<ResourceLimits>) => Promise<ToolExecution>
  /** Makes a call that is cancelled as soon as it runs, or asks a person. */
  readonly cancelled: (tool: string, args: JsonObject) => Promise<ToolExecution>
}

/** Makes a gate as `withGate` does, whose commands run confined. A person approves all of them. */
export const withConfinedGate = (tools: ReadonlyArray<Tool>, use: (gate: TestGate) => Promise<void>): Promise<void> =>
  withGate(tools, {}, use, () => ({ decision: "approve" }), confining)

const confining = DefaultPolicy.layer({ configs: [defaultConfig] }).pipe(Layer.provide(MemoryQuotaStore.layer))

/** Makes a gate whose workspace holds some files, for as long as it is used. Without `onAsk`, nobody can be asked. */
export const withGate = async (
  tools: ReadonlyArray<Tool>,
  files: Readonly<Record<string, string | Uint8Array>> = {},
  use: (gate: TestGate) => Promise<void>,
  onAsk?: OnAsk,
  policy: typeof HostPolicy.layer | typeof confining = HostPolicy.layer
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), "toolgate-toolbox-"))
  let started = () => {}
  const asks: OnAsk | undefined =
    onAsk &&
    ((...question) => {
      started()
      return onAsk(...question)
    })
  const runtime = ManagedRuntime.make(gateOf(tools, () => started(), asks, policy))
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), content)
    }
    const { dispatchPromise } = await runtime.runPromise(Effect.map(ToolDispatchEngine, (engine) => engine))
    const workspace = await runtime.runPromise(openWorkspace(folder))
    let calls = 0
    const call = (tool: string, args: JsonObject, limits: Partial<ResourceLimits>, signal?: AbortSignal) => {
      calls += 1
      const context: DispatchContext = {
        session: "session-1",
        turn: "turn-1",
        principal: { agent: "agent-1", ceiling: { tools: "any", limits } },
        workspace,
        caller: { kind: "direct" },
        deadline: undefined
      }
      return dispatchPromise({ id: `call-${calls}`, tool, args }, context, signal === undefined ? {} : { signal })
    }
    await use({
      workspace,
      call: (tool, args, limits = {}) => call(tool, args, limits),
      cancelled: (tool, args) => {
        const cancelling = new AbortController()
        started = () => setImmediate(() => cancelling.abort())
        return call(tool, args, {}, cancelling.signal)
      }
    })
  } finally {
    await runtime.dispose()
    await rm(folder, { recursive: true, force: true })
  }
}

const gateOf = (
  tools: ReadonlyArray<Tool>,
  started: () => void,
  onAsk: OnAsk | undefined,
  policy: typeof HostPolicy.layer | typeof confining
) =>
  ToolDispatchEngine.layer.pipe(
    Layer.provide(PolicyVisibility.layer),
    Layer.provide(
      onAsk === undefined
        ? HostPolicy.layer
        : Layer.provide(policy, Layer.provide(MemoryApprovals.layer({ onAsk }), BoundedToolEvents.layer))
    ),
    Layer.provide([
      Sandboxes.layer([NodeHostSandbox.make, ProcessWasmSandbox.make()]).pipe(Layer.provide(NodeFileSystems.layer)),
      AuditLog.layerNone,
      WorkspaceResources.layer,
      Layer.succeed(DispatchHooks, { gate: Effect.succeed, started }),
      BoundedToolEvents.layer
    ]),
    Layer.provide(MapToolRegistry.layer(tools))
  )
