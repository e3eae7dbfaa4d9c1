import { ProviderSandbox, Sandboxes } from "@toolgate/core"
import { MapToolRegistry } from "@toolgate/registry"
import { NodeHostSandbox } from "@toolgate/sandbox-host"
import { ProcessWasmSandbox } from "@toolgate/sandbox-wasm"
import { NodeFileSystems } from "@toolgate/workspace"
import * as Layer from "effect/Layer"

/** The sandboxes of this machine, for judging only. Nothing runs in them. */
export const layer = Sandboxes.layer([NodeHostSandbox.make, ProcessWasmSandbox.make(), ProviderSandbox.make]).pipe(
  Layer.provide([NodeFileSystems.layer, MapToolRegistry.layer([])]),
  Layer.orDie
)
