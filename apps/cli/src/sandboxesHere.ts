import { Sandboxes, ToolRegistry } from "@toolgate/core"
import type { DryAnswer } from "@toolgate/policy-files"
import { MapToolRegistry } from "@toolgate/registry"
import { NodeHostSandbox } from "@toolgate/sandbox-host"
import { ProcessWasmSandbox } from "@toolgate/sandbox-wasm"
import { NodeFileSystems } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The sandboxes that this machine has for the calls of this command line. Nothing runs in them, so that no tool has to be admitted. */
export const layer = Sandboxes.layer([NodeHostSandbox.make, ProcessWasmSandbox.make()]).pipe(
  Layer.provide([NodeFileSystems.layer, MapToolRegistry.layer([])]),
  Layer.orDie
)

/**
 * Why a call that the policy permits would be refused on this machine, in a sentence: its sandbox is not installed or runs nothing
 * that the tool is made of, or the host cannot confine it as it was granted. `undefined` where it would run, or is denied. Nothing
 * of the call runs.
 */
export const unavailable = Effect.fnUntraced(function* (
  answer: DryAnswer
): Effect.fn.Return<string | undefined, never, Sandboxes | ToolRegistry> {
  if (answer._tag === "Stopped" || answer.grant === undefined) return undefined
  const { request, grant, verdict } = answer
  const { installed, prepare } = yield* Sandboxes
  const runs = installed.get(grant.sandbox)
  if (runs === undefined)
    return `The sandbox "${grant.sandbox}" is not installed here; there is ${[...installed.keys()].join(", ")}.`
  const tool = (yield* ToolRegistry).get(request.tool.name)
  // A tool that a request defined: nobody knows what it is made of.
  if (tool === undefined) return undefined
  const kinds = [...new Set(tool.implementations.map(({ kind }) => kind))]
  if (!kinds.some((kind) => runs.has(kind)))
    return `The sandbox "${grant.sandbox}" here cannot run tool "${request.tool.name}", which is a ${kinds.join(" and a ")}; it runs ${[...runs].join(", ")}.`
  // Only the host may be there and lack what it needs.
  if (grant.sandbox !== "host") return undefined
  return yield* prepare({ request, grant, because: verdict.because, waitedMs: 0 }, tool).pipe(
    Effect.as(undefined),
    Effect.catch(({ why, message }) => Effect.succeed(why === "SandboxUnavailable" ? message : undefined))
  )
})
