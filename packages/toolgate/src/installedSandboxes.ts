import { Sandboxes, type Tool } from "@toolgate/core"
import { NodeHostSandbox } from "@toolgate/sandbox-host"
import { type GuestInvalid, ProcessWasmSandbox, type WasmOptions } from "@toolgate/sandbox-wasm"
import { NodeFileSystems } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** What the sandboxes of a gate are given, beside what each call is granted. */
export interface SandboxOptions {
  /** Folders of the host that confined commands and runners may read, beside the system's own: a tool chain in `/opt`, say. */
  readonly systemPaths?: ReadonlyArray<string>
  /** The variables from which commands and runners get those that they are granted: this process's own, unless told otherwise. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** How many processes wait for guests, and what any guest is held to. */
  readonly wasm?: WasmOptions
}

/**
 * The host and WebAssembly. The guests of the tools are looked at now, so that one that is missing or bad stops the start;
 * where no tool has one, no process is started.
 */
export const installedSandboxes = (
  options: SandboxOptions,
  tools: ReadonlyArray<Tool>
): Layer.Layer<Sandboxes, GuestInvalid> =>
  Sandboxes.layer([
    inHost(NodeHostSandbox.make, options),
    Effect.tap(ProcessWasmSandbox.make(options.wasm), (sandbox) =>
      tools.some(hasGuest) ? sandbox.admit(tools.filter(hasGuest)) : Effect.void
    )
  ]).pipe(Layer.provide(NodeFileSystems.layer))

/** Gives whatever starts programs of the host what the options say that they see. */
export const inHost = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  { systemPaths, environment }: SandboxOptions
): Effect.Effect<A, E, R> =>
  effect.pipe(
    systemPaths === undefined ? (same) => same : Effect.provideService(NodeHostSandbox.HostSystemPaths, systemPaths),
    environment === undefined ? (same) => same : Effect.provideService(NodeHostSandbox.HostEnvironment, environment)
  )

// What is no definition is for the registry to refuse, which it does with more to say about it.
const hasGuest = (tool: Tool): boolean =>
  Array.isArray(tool?.implementations) &&
  tool.implementations.some((one) => one?.kind === "wasm" || one?.kind === "script")
