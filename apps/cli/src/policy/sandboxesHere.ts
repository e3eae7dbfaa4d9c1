import { ProviderSandbox, Sandboxes, ToolRegistry } from "@toolgate/core"
import type { DryAnswer } from "@toolgate/policy-files"
import { MapToolRegistry } from "@toolgate/registry"
import { NodeHostSandbox } from "@toolgate/sandbox-host"
import { ProcessWasmSandbox } from "@toolgate/sandbox-wasm"
import { NodeFileSystems } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** A layer of the sandboxes of this machine. Nothing runs in them, so that no tool has to be admitted. */
export const layer = Sandboxes.layer([NodeHostSandbox.make, ProcessWasmSandbox.make(), ProviderSandbox.make]).pipe(
  Layer.provide([NodeFileSystems.layer, MapToolRegistry.layer([])]),
  Layer.orDie
)

/**
 * Returns a sentence that says why this machine would refuse a call that the policy permits: its sandbox is not
 * installed, cannot run the tool, or is the host and cannot confine the call as granted. `undefined`: the call would
 * run, or is denied. No part of the call runs.
 */
export const unavailable = Effect.fnUntraced(function* (
  answer: DryAnswer
): Effect.fn.Return<string | undefined, never, Sandboxes | ToolRegistry> {
  if (answer._tag === "Stopped" || answer.grant === undefined) return undefined
  const { request, grant, verdict } = answer
  const { installed, prepare } = yield* Sandboxes
  const runs = installed.get(grant.sandbox)
  if (runs === undefined)
    return `The sandbox "${grant.sandbox}" is not installed on this machine; installed: ${[...installed.keys()].join(", ")}.`
  const tool = (yield* ToolRegistry).get(request.tool.name)
  // The implementations of a tool that a request defines are unknown.
  if (tool === undefined) return undefined
  const kinds = [...new Set(tool.implementations.map(({ kind }) => kind))]
  if (!kinds.some((kind) => runs.has(kind)))
    return `The sandbox "${grant.sandbox}" on this machine cannot run tool "${request.tool.name}"; the tool has: ${kinds.join(", ")}; the sandbox runs: ${[...runs].join(", ")}.`
  // Only the host can be installed and lack what it needs.
  if (grant.sandbox !== "host") return undefined
  return yield* prepare({ request, grant, because: verdict.because, waitedMs: 0 }, tool).pipe(
    Effect.as(undefined),
    Effect.catch(({ why, message }) => Effect.succeed(why === "SandboxUnavailable" ? message : undefined))
  )
})
