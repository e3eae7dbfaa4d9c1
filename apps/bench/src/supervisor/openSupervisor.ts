import { randomUUID } from "node:crypto"
import { defineTool } from "@toolgate/core"
import { Processes } from "@toolgate/processes"
import { buildProcessSpec } from "@toolgate/sandbox-host"
import { type RunnerSpec, RunnerSupervisor } from "@toolgate/supervisor"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Scope from "effect/Scope"
import { Type } from "toolgate"
import { openWorkspace, ToolgateLayer } from "toolgate/effect"
import { confineCommand, unconfined } from "./grants.ts"
import { type Caller, Orders } from "./Orders.ts"
import { caller } from "./programs.ts"
import { echo, length } from "./tools.ts"

/** A supervisor over a gate, with processes that make calls. */
interface OpenSupervisor {
  readonly start: (command?: RunnerSpec["command"], confinement?: "confined" | "unconfined") => Promise<Caller>
  readonly close: () => Promise<void>
}

/** Opens a supervisor with the tools that the programs call. With a folder, every call is recorded there. */
export const openSupervisor = async (folder?: string): Promise<OpenSupervisor> => {
  const bySession = new Map<string, Orders>()
  const order = defineTool({
    name: "order",
    description: "Answers when there is something to do.",
    parameters: Type.Object({ right: Type.Number() }),
    sideEffects: "NONE",
    timeoutMs: 24 * 60 * 60 * 1000,
    execute: ({ right }, { session, signal }) => bySession.get(session)?.ask(right, signal)
  })
  // A process without an order waits within a call, which occupies a slot.
  const gate = ToolgateLayer.layer({
    policy: "host",
    tools: [echo, length, order],
    ...(folder === undefined ? {} : { audit: { folder } }),
    limits: { callsInAll: 1024 }
  })
  const runtime = ManagedRuntime.make(RunnerSupervisor.layer.pipe(Layer.provide([gate, Processes.layer])))
  const supervisor = await runtime.runPromise(RunnerSupervisor)
  const workspace = await Effect.runPromise(openWorkspace(process.cwd()))
  const scope = Effect.runSync(Scope.make())
  return {
    start: async (command = caller, confinement = "unconfined") => {
      const session = randomUUID()
      const orders = new Orders()
      bySession.set(session, orders)
      const principal = { agent: "bench", ceiling: { tools: "any" } } as const
      const started = Effect.flatMap(
        buildProcessSpec(confinement === "confined" ? confineCommand(command) : unconfined),
        (under) => supervisor.start({ command, session, workspace, principal, ...under })
      )
      const runner = await runtime.runPromise(Scope.provide(started, scope))
      void runtime.runPromise(runner.ended).then(({ message }) => orders.end(new Error(message)))
      await orders.arrived
      return {
        make: (given) => orders.give(given),
        close: async () => {
          await runtime.runPromise(runner.stop("there is nothing more to measure"))
          bySession.delete(session)
        }
      }
    },
    close: async () => {
      await runtime.runPromise(Scope.close(scope, Exit.void))
      await runtime.dispose()
    }
  }
}
