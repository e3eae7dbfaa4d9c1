import { Sandboxes, type ToolRegistrationError, type ToolRegistry } from "@toolgate/core"
import { NodeHostSandbox } from "@toolgate/sandbox-host"
import { ProcessWasmSandbox, type WasmOptions } from "@toolgate/sandbox-wasm"
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

/** The host and WebAssembly, which starts no process until a tool has a guest. */
export const installedSandboxes = (
  options: SandboxOptions
): Layer.Layer<Sandboxes, ToolRegistrationError, ToolRegistry> =>
  Sandboxes.layer([inHost(NodeHostSandbox.make, options), ProcessWasmSandbox.make(options.wasm)]).pipe(
    Layer.provide(NodeFileSystems.layer)
  )

/** Gives whatever starts programs of the host what the options say that they see. */
export const inHost = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  { systemPaths, environment }: SandboxOptions
): Effect.Effect<A, E, R> =>
  effect.pipe(
    systemPaths === undefined ? (same) => same : Effect.provideService(NodeHostSandbox.HostSystemPaths, systemPaths),
    environment === undefined ? (same) => same : Effect.provideService(NodeHostSandbox.HostEnvironment, environment)
  )
