import { type Permit, type Ran, type ResourceLimits, type Sandbox, type Tool, unlimited } from "@toolgate/core"
import { makePermissionRequest, makeRegisteredTool, runHandles, runToEnd } from "@toolgate/testing"
import * as Effect from "effect/Effect"

/** Limits of every kind, all far from what a call needs. */
export const allLimits: ResourceLimits = {
  wallMs: 10_000,
  cpuMs: 10_000,
  memoryBytes: 32 * 1024 * 1024,
  processes: 64,
  outputBytes: 1024 * 1024
}

/** Returns a function that makes sequential calls in a sandbox, from permit to answer. */
export const makeCalls = (
  sandbox: Sandbox,
  tool: Partial<Tool>,
  limits: Partial<ResourceLimits> = {}
): ((args?: object) => Promise<Ran>) => {
  const registered = makeRegisteredTool({ timeoutMs: 60_000, ...tool })
  return async (args = {}) => {
    const handles = runHandles()
    const permit: Permit = {
      request: makePermissionRequest({ args: args as never }, registered.definition),
      grant: {
        sandbox: sandbox.name,
        confinement: "required",
        limits: { ...unlimited(), ...limits },
        access: { files: [], hosts: [], env: [] }
      },
      because: { layer: "bench", rule: "all", source: "bench" },
      waitedMs: 0
    }
    return await runToEnd(await Effect.runPromise(sandbox.prepare(permit, registered)), handles)
  }
}

/** Returns the work of such calls, which all have to succeed. */
export const requireSuccess =
  (call: () => Promise<Ran>) =>
  async (times: number): Promise<void> => {
    for (let time = 0; time < times; time++) {
      const { error } = await call()
      if (error !== undefined) throw new Error(error.message)
    }
  }
