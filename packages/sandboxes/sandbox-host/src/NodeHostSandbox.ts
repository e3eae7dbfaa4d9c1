import {
  type CommandImplementation,
  type Enforcement,
  FileSystems,
  type FunctionImplementation,
  type Permit,
  refuse,
  resolveWallTime,
  type Sandbox,
  type ToolImplementation,
  unenforced
} from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { makeCommandHost } from "./command/CommandHost.ts"
import { prepareCommand } from "./command/prepareCommand.ts"
import { HostRun } from "./HostRun.ts"
import type { Grace } from "./Patience.ts"

export { HostEnvironment, HostSystemPaths } from "@toolgate/processes"
export { SessionBytes } from "./session/SessionFolders.ts"

/**
 * The grace of stopped tools.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { NodeHostSandbox } from "@toolgate/sandbox-host"
 * import * as Effect from "effect/Effect"
 *
 * const grace = { cancelled: 1_000, timedOut: 100, drained: 100 }
 * const read = Effect.map(NodeHostSandbox.HostGrace, ({ cancelled }) => cancelled)
 * assert.equal(await Effect.runPromise(read), 30_000)
 * assert.equal(await Effect.runPromise(Effect.provideService(read, NodeHostSandbox.HostGrace, grace)), 1_000)
 * ```
 */
export const HostGrace = Context.Reference<Grace>("@toolgate/sandbox-host/HostGrace", {
  defaultValue: () => ({ cancelled: 30_000, timedOut: 1_000, drained: 500 })
})

/**
 * The host sandbox. Functions run in this process: they are trusted code, get what their call was granted, and are
 * asked to stop when their time is over. Commands run as processes that see only what their call was granted, unless
 * the grant waives confinement.
 */
export const make: Effect.Effect<Sandbox, never, FileSystems> = Effect.gen(function* () {
  const fileSystems = yield* FileSystems
  const grace = yield* HostGrace
  const services = { fileSystems, runFork: Effect.runForkWith(yield* Effect.context<never>()) }
  const enforced: Enforcement = Object.freeze({
    ...unenforced,
    wallMs: "timer",
    outputBytes: "engine",
    access: "cooperative",
    files: fileSystems.containment
  })

  const host = { services, grace, enforced }
  const commandHost = yield* makeCommandHost

  return {
    name: "host",
    runs: new Set(["function", "command"] as const),
    prepare: (permit, tool) => {
      const implementation = runnable(tool.implementations)
      if (implementation === undefined) return noImplementation(permit)
      const wallMs = resolveWallTime(permit)
      if (typeof wallMs !== "number") return Effect.fail(wallMs)
      if (implementation.kind === "command") return prepareCommand(commandHost, permit, implementation, wallMs)
      return Effect.succeed(new HostRun(host, permit, implementation.make, wallMs))
    },
    sessionEnded: (session, agent) => commandHost.sessions?.end(session, agent)
  }
})

/**
 * Chooses the function of a tool that has both a function and a command. A function is cheaper, and its author wrote it
 * for this process.
 */
const runnable = (
  implementations: ReadonlyArray<ToolImplementation>
): FunctionImplementation | CommandImplementation | undefined =>
  implementations.find((one) => one.kind === "function") ?? implementations.find((one) => one.kind === "command")

const noImplementation = ({ request }: Permit) =>
  refuse("SandboxUnavailable", `Tool "${request.tool.name}" has no implementation that runs on the host.`)
