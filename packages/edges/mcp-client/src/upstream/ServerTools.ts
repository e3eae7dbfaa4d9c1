import { quoted, ToolBatch, type ToolRegistry } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { ListedTool } from "./listedTool.ts"
import type { ToolFault } from "./McpServerStatus.ts"
import { type Candidate, withOwnNames } from "./readTools.ts"

/** The tools that the gate has of a server. */
export class ServerTools {
  private readonly registry: ToolRegistry["Service"]
  /** The tools by the names under which they are registered. */
  private readonly registered = new Map<string, Candidate>()

  constructor(registry: ToolRegistry["Service"]) {
    this.registry = registry
  }

  get names(): ReadonlyArray<string> {
    return [...this.registered.keys()]
  }

  /** The definitions of the server's own tools, as the server listed them. */
  get listed(): ReadonlyArray<ListedTool> {
    return [...this.registered.values()].flatMap(({ listed }) => listed ?? [])
  }

  /** Whether the gate has a tool for this very definition. An equal one that is listed again takes no place of an earlier one. */
  isListed(listed: ListedTool): boolean {
    return [...this.registered.values()].some((one) => one.listed === listed)
  }

  /** Returns the tools whose definition nobody has approved, each with the refusal of its calls. */
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
   * Registers what a server lists now. What it lists no more, or not in a form that holds, is removed. Returns what is left out, with
   * the reason.
   */
  put(candidates: ReadonlyArray<Candidate>): Effect.Effect<ReadonlyArray<ToolFault>> {
    return Effect.gen({ self: this }, function* () {
      const { named, leftOut } = withOwnNames(candidates)
      for (const name of this.names) if (!named.has(name)) yield* this.remove(name)
      // Several at a time, so that a store writes their pins together.
      const faults = yield* Effect.forEach(named, ([name, candidate]) => this.register(name, candidate), {
        concurrency: 16
      }).pipe(Effect.provideService(ToolBatch, {}))
      return [...leftOut, ...faults.flat()]
    })
  }

  /** Registers a tool, unless it is registered as it is. Returns why it is left out, if it is. */
  private register(name: string, candidate: Candidate): Effect.Effect<ReadonlyArray<ToolFault>> {
    return Effect.gen({ self: this }, function* () {
      const { registered, registry } = this
      if (registered.get(name)?.text === candidate.text) return []
      const tool = candidate.make(name)
      // A name that somebody else has is never taken over.
      const put = registered.has(name) ? registry.replace(tool) : registry.add(tool)
      const problems = yield* Effect.match(put, {
        onSuccess: () => undefined,
        onFailure: ({ problems }) => problems.join("; ").slice(0, 1_000)
      })
      if (problems === undefined) registered.set(name, candidate)
      else yield* this.remove(name)
      // A thousand schemas take seconds, in which calls have to go on.
      yield* Effect.yieldNow
      return problems === undefined ? [] : [{ tool: quoted(candidate.label), why: problems }]
    })
  }

  /** Removes all of the tools. */
  readonly clear: Effect.Effect<void> = Effect.suspend(() =>
    Effect.forEach(this.names, (name) => this.remove(name), { discard: true })
  )

  private remove(name: string): Effect.Effect<unknown> {
    return this.registered.delete(name) ? this.registry.remove(name) : Effect.void
  }
}
