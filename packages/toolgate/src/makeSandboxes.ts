import {
  ProviderSandbox,
  Sandboxes,
  type ToolRegistrationError,
  type ToolRegistry,
  type WasmOptions
} from "@toolgate/core"
import { NodeHostSandbox } from "@toolgate/sandbox-host"
import { NodeFileSystems } from "@toolgate/workspace"
import * as Layer from "effect/Layer"
import { makeWasmSandbox } from "./makeWasmSandbox.ts"

/** The options of a gate's sandboxes. They apply in addition to each call's grant. */
export interface SandboxOptions {
  /** Host folders that confined commands and runners may read in addition to the system's, such as a tool chain in `/opt`. */
  readonly systemPaths?: ReadonlyArray<string>
  /** The environment from which granted variables are taken. Defaults to this process's environment. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** The pool of guest processes, and the limits of each guest. */
  readonly wasm?: WasmOptions
}

/** Makes the host, WebAssembly and hosted sandboxes. WebAssembly is loaded and starts processes only once a tool has a guest. */
export const makeSandboxes = ({ wasm }: SandboxOptions): Layer.Layer<Sandboxes, ToolRegistrationError, ToolRegistry> =>
  Sandboxes.layer([NodeHostSandbox.make, makeWasmSandbox(wasm), ProviderSandbox.make]).pipe(
    Layer.provide(NodeFileSystems.layer)
  )

/** Provides the paths and variables that host programs see. */
export const hostOf = ({ systemPaths, environment }: SandboxOptions): Layer.Layer<never> =>
  Layer.mergeAll(
    systemPaths === undefined ? Layer.empty : Layer.succeed(NodeHostSandbox.HostSystemPaths, systemPaths),
    environment === undefined ? Layer.empty : Layer.succeed(NodeHostSandbox.HostEnvironment, environment)
  )
