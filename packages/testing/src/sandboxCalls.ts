import { ok } from "node:assert/strict"
import { realpathSync } from "node:fs"
import { tmpdir } from "node:os"
import {
  type Args,
  type Permit,
  type Ran,
  type Refused,
  type ResolvedPath,
  type ResourceLimits,
  type Sandbox,
  type Stoppable,
  type ToolImplementation,
  unlimited
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Scope } from "effect/Scope"
import { makePermissionRequest, makeRegisteredTool } from "./makePermissionRequest.ts"
import { runHandles, runToEnd } from "./runHandles.ts"

/** Makes a sandbox for the duration of a test. */
export const makeSandboxUser =
  (make: Effect.Effect<Sandbox, unknown, Scope>) =>
  <A>(use: (sandbox: Sandbox) => Promise<A>): Promise<A> =>
    Effect.runPromise(
      Effect.scoped(Effect.flatMap(make, (sandbox) => Effect.promise(() => use(sandbox)))) as Effect.Effect<A>
    )

// An existing folder without any granted file.
const workspace = realpathSync(tmpdir()) as ResolvedPath

export const limitNames = ["wallMs", "cpuMs", "memoryBytes", "processes", "outputBytes"] as const

interface Parts {
  readonly args?: Args
  readonly limits?: Partial<ResourceLimits>
  readonly timeoutMs?: number
}

export const call = async (
  sandbox: Sandbox,
  implementation: ToolImplementation,
  { args = {}, limits, timeoutMs }: Parts
) => {
  const stops: Array<Stoppable> = []
  const tool = makeRegisteredTool({ implementations: [implementation], timeoutMs: timeoutMs ?? 60_000 })
  const permit: Permit = {
    request: makePermissionRequest({ args, context: { workspace } }, tool.definition),
    grant: {
      sandbox: sandbox.name,
      confinement: "waived",
      limits: { ...unlimited(), ...limits },
      access: { files: [], hosts: [], env: [] }
    },
    because: { layer: "test", rule: "all", source: "test" },
    waitedMs: 0
  }
  const handles = runHandles({ onStop: (stop) => stops.push(stop) })
  return { prepared: await Effect.runPromiseExit(sandbox.prepare(permit, tool)), handles, stops }
}

/**
 * Starts a run. Returns it with a function that stops it as the gate does: an effect without its own way to stop is
 * interrupted.
 */
export const beginInSandbox = async (sandbox: Sandbox, implementation: ToolImplementation, parts: Parts) => {
  const { prepared, handles, stops } = await call(sandbox, implementation, parts)
  ok(Exit.isSuccess(prepared))
  const interruption = new AbortController()
  const run = runToEnd(prepared.value, handles, interruption.signal)
  const stop = (reason: Refused): void => {
    for (const each of stops) each.stop(reason)
    if (stops.length === 0) interruption.abort(reason)
  }
  const stopped = (cause: unknown): Pick<Ran, "error" | "output"> => {
    if (!interruption.signal.aborted) throw cause
    return { output: { content: [], success: false, metadata: {} }, error: interruption.signal.reason }
  }
  return { run: run.catch(stopped), stop }
}

export const runInSandbox = async (
  sandbox: Sandbox,
  implementation: ToolImplementation,
  parts: Parts
): Promise<Ran> => {
  const { prepared, handles } = await call(sandbox, implementation, parts)
  ok(Exit.isSuccess(prepared))
  return runToEnd(prepared.value, handles)
}

export const getRefusal = (exit: Exit.Exit<unknown, Refused>): Refused => {
  if (Exit.isSuccess(exit)) throw new Error("It was not refused.")
  const [reason] = exit.cause.reasons
  if (reason?._tag !== "Fail") throw new Error("It broke.")
  return reason.error
}
