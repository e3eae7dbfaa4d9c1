import {
  type Enforcement,
  FileSystems,
  type FunctionImplementation,
  type Permit,
  type Ran,
  ready,
  refuse,
  type Sandbox,
  startable,
  type ToolImplementation
} from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type Grace, HostRun } from "./HostRun.ts"

/** How long a tool that was told to stop is waited for. */
export const HostGrace = Context.Reference<Grace>("@toolgate/sandbox-host/HostGrace", {
  defaultValue: () => ({ cancelled: 30_000, timedOut: 1_000 })
})

/** Runs tools in this process: trusted code, given what its call was granted, and told to stop when its time is up. */
export const make: Effect.Effect<Sandbox, never, FileSystems> = Effect.gen(function* () {
  const fileSystems = yield* FileSystems
  const grace = yield* HostGrace
  const services = { fileSystems, runFork: Effect.runForkWith(yield* Effect.context<never>()) }
  const enforced: Enforcement = Object.freeze({
    wallMs: "timer",
    cpuMs: "none",
    memoryBytes: "none",
    processes: "none",
    outputBytes: "engine",
    access: "cooperative",
    files: fileSystems.containment
  })

  const host = { services, grace, enforced }

  return {
    name: "host",
    runs: new Set(["function" as const]),
    prepare: (permit) => {
      const { tool } = permit.request
      const implementation = functionOf(tool.implementations)
      if (implementation === undefined) return noImplementation(permit)
      const { wallMs, outputBytes } = permit.grant.limits
      if (!(outputBytes >= 0 && (wallMs === "unlimited" || wallMs > 0))) return badLimits(permit)
      const limit = wallMs === "unlimited" ? tool.timeoutMs : Math.min(wallMs, tool.timeoutMs)
      return ready(
        startable<Ran>((ended) => {
          const run = new HostRun(host, permit, implementation.make, limit, ended)
          permit.request.context.onStop(run)
          run.start()
        })
      )
    }
  }
})

const functionOf = (implementations: ReadonlyArray<ToolImplementation>): FunctionImplementation | undefined => {
  for (const implementation of implementations) if (implementation.kind === "function") return implementation
  return undefined
}

const badLimits = ({ request, grant }: Permit) =>
  refuse(
    "SandboxUnavailable",
    `Tool "${request.tool.name}" was granted limits that cannot be held: its wall time and its output have to be bounded by numbers.`,
    { wallMs: String(grant.limits.wallMs), outputBytes: String(grant.limits.outputBytes) }
  )

const noImplementation = ({ request }: Permit) =>
  refuse("SandboxUnavailable", `Tool "${request.tool.name}" has no implementation that runs on the host.`)
