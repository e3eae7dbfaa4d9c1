import {
  isStartable,
  type Permit,
  type Ran,
  type ResourceLimits,
  type Sandbox,
  type Tool,
  unlimited
} from "@toolgate/core"
import { permissionRequest, registeredTool } from "@toolgate/testing"
import * as Effect from "effect/Effect"

/** Every limit a number, none of which is come near to. */
export const allLimits: ResourceLimits = {
  wallMs: 10_000,
  cpuMs: 10_000,
  memoryBytes: 32 * 1024 * 1024,
  processes: 64,
  outputBytes: 1024 * 1024
}

/** One call of a tool in a sandbox after the other, from the permit to the answer. */
export const callsOf = (
  sandbox: Sandbox,
  tool: Partial<Tool>,
  limits: Partial<ResourceLimits> = {}
): ((args?: object) => Promise<Ran>) => {
  const registered = registeredTool({ timeoutMs: 60_000, ...tool })
  return async (args = {}) => {
    const request = permissionRequest({ args: args as never, context: { begunAt: performance.now() } }, registered)
    const permit: Permit = {
      request,
      grant: {
        sandbox: sandbox.name,
        confinement: "required",
        limits: { ...unlimited(), ...limits },
        access: { files: [], hosts: [], env: [] }
      },
      because: { layer: "bench", rule: "all", source: "bench" },
      waitedMs: 0
    }
    const run = await Effect.runPromise(sandbox.prepare(permit))
    if (!isStartable<Ran>(run)) return await Effect.runPromise(run)
    return await new Promise((resolve, reject) =>
      run.start((exit) => (exit._tag === "Success" ? resolve(exit.value) : reject(new Error(String(exit.cause)))))
    )
  }
}

/** The same so many times, each of which has to succeed. */
export const succeeding =
  (call: () => Promise<Ran>) =>
  async (times: number): Promise<void> => {
    for (let time = 0; time < times; time++) {
      const { error } = await call()
      if (error !== undefined) throw new Error(error.message)
    }
  }
