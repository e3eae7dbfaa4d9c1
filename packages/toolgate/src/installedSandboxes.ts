import { ProviderSandbox, Sandboxes, type ToolRegistrationError, type ToolRegistry } from "@toolgate/core"
import { NodeHostSandbox } from "@toolgate/sandbox-host"
import { ProcessWasmSandbox, type WasmOptions } from "@toolgate/sandbox-wasm"
import { NodeFileSystems } from "@toolgate/workspace"
import * as Layer from "effect/Layer"

/** The options of the sandboxes of a gate. They add to what each call is granted. */
export interface SandboxOptions {
  /** Folders of the host that confined commands and runners may read beside the system's own, such as a tool chain in `/opt`. */
  readonly systemPaths?: ReadonlyArray<string>
  /** The variables from which commands and runners get those that they are granted. By default, this process's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** The number of processes that wait for guests, and the bounds of every guest. */
  readonly wasm?: WasmOptions
}

/**
 * Makes the sandboxes of the host, of WebAssembly and of hosted tools. That of WebAssembly starts no process until a tool has a
 * guest.
 */
export const installedSandboxes = ({
  wasm
}: SandboxOptions): Layer.Layer<Sandboxes, ToolRegistrationError, ToolRegistry> =>
  Sandboxes.layer([NodeHostSandbox.make, ProcessWasmSandbox.make(wasm), ProviderSandbox.make]).pipe(
    Layer.provide(NodeFileSystems.layer)
  )

/** Provides the paths and the variables that programs of the host see. */
export const hostOf = ({ systemPaths, environment }: SandboxOptions): Layer.Layer<never> =>
  Layer.mergeAll(
    systemPaths === undefined ? Layer.empty : Layer.succeed(NodeHostSandbox.HostSystemPaths, systemPaths),
    environment === undefined ? Layer.empty : Layer.succeed(NodeHostSandbox.HostEnvironment, environment)
  )
