import { quoted, ToolBatch, type ToolRegistry } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { ListedTool } from "./listedTool.ts"
import type { ToolFault } from "./McpServerStatus.ts"
import { assignNames, type Candidate } from "./readTools.ts"

/** The registered tools of one server. */
export class ServerTools {
  private readonly registry: ToolRegistry["Service"]
  private readonly registered = new Map<string, Candidate>()

  constructor(registry: ToolRegistry["Service"]) {
    this.registry = registry
  }

  get names(): ReadonlyArray<string> {
    return [...this.registered.keys()]
  }

  /** The definitions of the registered tools, as the server listed them. */
  get listed(): ReadonlyArray<ListedTool> {
    return [...this.registered.values()].flatMap(({ listed }) => listed ?? [])
  }

  /** Whether this very definition is registered. An equal definition that is listed later does not count. */
  isListed(listed: ListedTool): boolean {
    return [...this.registered.values()].some((one) => one.listed === listed)
  }

  /** Returns the tools whose definition is not approved, each with the refusal of its calls. */
  readonly quarantined: Effect.Effect<ReadonlyArray<ToolFault>> = Effect.suspend(() =>
    Effect.map(
      Effect.forEach(this.names, (tool) =>
        Effect.match(this.registry.lookup(tool) ?? Effect.void, {
          onSuccess: () => [],
          onFailure: ({ message }) => [{ tool, why: message }]
        })
      ),
      (found) => found.flat()
    )
  )

  /**
   * Registers the tools of a new list, and removes tools that are no longer listed or no longer valid. Returns the
   * tools that were left out, with reasons.
   */
  put(candidates: ReadonlyArray<Candidate>): Effect.Effect<ReadonlyArray<ToolFault>> {
    return Effect.gen({ self: this }, function* () {
      const { named, leftOut } = assignNames(candidates)
      for (const name of this.names) if (!named.has(name)) yield* this.remove(name)
      // Concurrent registrations let a store write the pins in one batch.
      const faults = yield* Effect.forEach(named, ([name, candidate]) => this.register(name, candidate), {
        concurrency: 16
      }).pipe(Effect.provideService(ToolBatch, {}))
      return [...leftOut, ...faults.flat()]
    })
  }

  /** Registers a tool unless it is registered unchanged. Returns the reason if it is left out. */
  private register(name: string, candidate: Candidate): Effect.Effect<ReadonlyArray<ToolFault>> {
    return Effect.gen({ self: this }, function* () {
      const { registered, registry } = this
      if (registered.get(name)?.text === candidate.text) return []
      const tool = candidate.make(name)
      // Never replaces a tool that belongs to another owner.
      const put = registered.has(name) ? registry.replace(tool) : registry.add(tool)
      const problems = yield* Effect.match(put, {
        onSuccess: () => undefined,
        onFailure: ({ problems }) => problems.join("; ").slice(0, 1_000)
      })
      if (problems === undefined) registered.set(name, candidate)
      else yield* this.remove(name)
      // Registering a thousand schemas takes seconds. Calls have to run in between.
      yield* Effect.yieldNow
      return problems === undefined ? [] : [{ tool: quoted(candidate.label), why: problems }]
    })
  }

  readonly clear: Effect.Effect<void> = Effect.suspend(() =>
    Effect.forEach(this.names, (name) => this.remove(name), { discard: true })
  )

  private remove(name: string): Effect.Effect<unknown> {
    return this.registered.delete(name) ? this.registry.remove(name) : Effect.void
  }
}
