import { type DispatchContext, type ResolvedPath, type Tool, ToolEvents } from "@toolgate/core"
import { type Hook, ToolDispatchEngine } from "@toolgate/dispatch"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Queue from "effect/Queue"
import { createToolgate, type Toolgate } from "toolgate"
import { openWorkspace, ToolgateLayer } from "toolgate/effect"
import { EventReader } from "./EventReader.ts"
import { once } from "./once.ts"

/** A gate that opens at its first call, so that a case's process opens only its own gate. */
export interface LazyGate<Opened> {
  readonly open: () => Promise<Opened>
  readonly close: () => Promise<void>
}

/** A gate with its two inner doors: the engine's Effect and the engine's promise. */
export interface EngineGate {
  readonly engine: ToolDispatchEngine["Service"]
  readonly context: DispatchContext
  readonly reader: EventReader
}

/** A gate with the public door. */
export interface UserGate {
  readonly gate: Toolgate
  readonly reader: EventReader
}

/** The hooks when every feature is on: one hook before the call, and one at its start. */
export const hooks: ReadonlyArray<Hook> = [{ onToolCall: () => undefined }, { onToolStart: () => {} }]

const workspace = process.cwd()

type Options = Partial<Omit<ToolgateLayer.GateOptions, "tools">>

/** Returns a gate for the engine's own doors. */
export const createEngineGate = (tools: Iterable<Tool>, options: Options = {}): LazyGate<EngineGate> =>
  createEngineGateFrom(ToolgateLayer.layer({ policy: "host", hooks, ...options, tools }))

/** Returns a gate from any layer. Its events are read in portions of any size. */
export const createEngineGateFrom = <E>(
  layer: Layer.Layer<ToolDispatchEngine | ToolEvents, E>,
  options: { readonly read: boolean } = { read: true }
): LazyGate<EngineGate> => {
  const runtime = ManagedRuntime.make(layer)
  const open = once(async () => {
    const services = await runtime.context()
    const reader = new EventReader()
    if (options.read) runtime.runFork(readAll(Context.get(services, ToolEvents), reader))
    return {
      engine: Context.get(services, ToolDispatchEngine),
      context: contextIn(await Effect.runPromise(openWorkspace(workspace))),
      reader
    }
  })
  return { open, close: () => runtime.dispose() }
}

/** Returns a gate as an app opens it. */
export const createUserGate = (
  tools: Iterable<Tool>,
  { read = true, ...options }: Options & { readonly read?: boolean } = {}
): LazyGate<UserGate> => {
  let opened: Toolgate | undefined
  const open = once(async () => {
    const gate = await createToolgate({ policy: "host", hooks, ...options, tools, workspace })
    opened = gate
    const reader = new EventReader()
    if (read) void follow(gate, reader)
    return { gate, reader }
  })
  return { open, close: async () => opened?.close() }
}

const readAll = (events: ToolEvents["Service"], reader: EventReader) =>
  Effect.gen(function* () {
    const queue = yield* events.subscribe
    while (true) for (const event of yield* Queue.takeAll(queue)) reader.take(event)
  }).pipe(Effect.scoped, Effect.ignore)

const follow = async (gate: Toolgate, reader: EventReader) => {
  for await (const event of gate.events()) reader.take(event)
}

const contextIn = (workspace: ResolvedPath): DispatchContext => ({
  session: "default",
  turn: "default",
  principal: { agent: "default", ceiling: { tools: "any" } },
  workspace,
  caller: { kind: "direct" },
  deadline: undefined
})
