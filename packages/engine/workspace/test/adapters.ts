import { tmpdir } from "node:os"
import { FileSystems, Resources } from "@toolgate/core"
import type { FilesAdapter } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as CheckedPins from "../src/CheckedPins.ts"
import * as DescriptorPins from "../src/DescriptorPins.ts"
import { LinuxFileSystems, openWorkspace, PortableFileSystems } from "../src/index.ts"
import { layer as resources } from "../src/PinnedResources.ts"
import { contextIn, toolWith } from "./resolving.ts"

export interface Adapter extends FilesAdapter, AsyncDisposable {
  readonly resources: Resources["Service"]
}

const anywhere = toolWith({ kind: "file", arg: "/path", mode: "r", within: "host" })

/** Returns the adapter of a layer. The layer is released when the adapter is disposed. */
export const adapterOf = async (layer: Layer.Layer<FileSystems | Resources, unknown>): Promise<Adapter> => {
  const runtime = ManagedRuntime.make(layer)
  const { containment, open } = await runtime.runPromise(FileSystems)
  const resources = await runtime.runPromise(Resources)
  return {
    containment,
    open,
    resources,
    resolved: async (path) => {
      const workspace = await Effect.runPromise(openWorkspace(tmpdir()))
      const [resource] = await Effect.runPromise(resources.resolve(anywhere, { path }, contextIn(workspace)))
      if (resource?.kind !== "file") throw new Error("The resolver answered with no file.")
      return resource.path
    },
    [Symbol.asyncDispose]: () => runtime.dispose()
  }
}

/** Both adapters, each with the resolver that walks in the same way. */
export const adapters = [
  ["LinuxFileSystems", Layer.merge(LinuxFileSystems.layer, resources.pipe(Layer.provide(DescriptorPins.layer)))],
  ["PortableFileSystems", Layer.merge(PortableFileSystems.layer, resources.pipe(Layer.provide(CheckedPins.layer)))]
] as const
