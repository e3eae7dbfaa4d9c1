import { Sandboxes, ToolRegistry } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { DryAnswer } from "../dryRun/DryAnswer.ts"

/**
 * Returns why this machine would refuse a permitted call: its sandbox is missing, cannot run the tool, or cannot confine the call.
 * `undefined` if the call would run or is denied. Runs no part of the call.
 */
export const explainUnavailable = Effect.fnUntraced(function* (
  answer: DryAnswer
): Effect.fn.Return<string | undefined, never, Sandboxes | ToolRegistry> {
  if (answer._tag === "Stopped" || answer.grant === undefined) return undefined
  const { request, grant, verdict } = answer
  const { installed, prepare } = yield* Sandboxes
  const runs = installed.get(grant.sandbox)
  if (runs === undefined)
    return `The sandbox "${grant.sandbox}" is not installed on this machine; installed: ${[...installed.keys()].join(", ")}.`
  const tool = (yield* ToolRegistry).get(request.tool.name)
  // A tool that a request defines has unknown implementations.
  if (tool === undefined) return undefined
  const kinds = [...new Set(tool.implementations.map(({ kind }) => kind))]
  if (!kinds.some((kind) => runs.has(kind)))
    return `The sandbox "${grant.sandbox}" on this machine cannot run tool "${request.tool.name}"; the tool has: ${kinds.join(", ")}; the sandbox runs: ${[...runs].join(", ")}.`
  // Only the host sandbox can be installed but lack what it needs.
  if (grant.sandbox !== "host") return undefined
  return yield* prepare({ request, grant, because: verdict.because, waitedMs: 0 }, tool).pipe(
    Effect.as(undefined),
    Effect.catch(({ why, message }) => Effect.succeed(why === "SandboxUnavailable" ? message : undefined))
  )
})
