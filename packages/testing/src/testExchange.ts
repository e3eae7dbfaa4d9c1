import { deepEqual, equal, match } from "node:assert/strict"
import type { Tool, ToolRegistry } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { describeChanges, getRegisteredNames, makeTestTool, recordChanges, waiting } from "./registryParts.ts"
import type { SuiteFunctions } from "./SuiteFunctions.ts"

/** The part of the `ToolRegistry` suite about exchanging all tools of an owner together. */
export const testExchange = (
  suite: SuiteFunctions,
  using: (
    tools: ReadonlyArray<Tool>,
    use: (registry: ToolRegistry["Service"]) => Effect.Effect<void, unknown, Scope.Scope>
  ) => Promise<void>
): void => {
  suite.describe("an exchange of the tools of an owner", () => {
    suite.it("adds, replaces and removes in one step, and leaves the tools of others", () =>
      using([makeTestTool("a"), of("one", "b"), of("one", "c", { aliases: ["d"] })], (registry) =>
        Effect.gen(function* () {
          const seen: Array<ReadonlyArray<string>> = []
          yield* registry.listen(() => void seen.push(getRegisteredNames(registry)))
          const changes = yield* recordChanges(registry)
          const before = registry.get("b")
          const put = yield* registry.exchange("one", [of("one", "b", newer), of("one", "d", { aliases: ["c"] })])
          deepEqual(
            put.map(({ definition: { name, description } }) => [name, description]),
            [
              ["b", "Newer."],
              ["d", "For tests."]
            ]
          )
          deepEqual(describeChanges(changes), ["removed c", "replaced b", "added d"])
          // Each listener sees the tools after the last change.
          deepEqual(seen, Array(3).fill(["a", "b", "d"]))
          deepEqual([registry.get("b"), registry.get("c"), registry.get("d")], [put[0], put[1], put[1]])
          // A call keeps the tool that it has looked up.
          equal(before?.definition.description, "For tests.")
          yield* registry.exchange("one", [])
          deepEqual([getRegisteredNames(registry), registry.has("c")], [["a"], false])
        })
      )
    )

    suite.it("changes nothing if one tool is invalid, and reports the fault of each", () =>
      using([of("one", "a")], (registry) =>
        Effect.gen(function* () {
          const changes = yield* recordChanges(registry)
          const before = registry.get("a")
          const error = yield* Effect.flip(
            registry.exchange("one", [
              of("one", "a", newer),
              of("one", "b", { parameters: { type: "array" } }),
              of("two", "c"),
              makeTestTool("d"),
              of("one", "e", { aliases: ["a"] })
            ])
          )
          equal(error.tool, "b")
          for (const part of [
            /Tool "b" cannot be registered: parameters /,
            /Tool "c" cannot be registered: its owner is "two", and these are the tools of "one"\./,
            /Tool "d" cannot be registered: its owner is absent, and these are the tools of "one"\./,
            /Tool "e" cannot be registered: the name "a" is taken by the tool "a"\./
          ])
            match(error.message, part)
          deepEqual([changes, getRegisteredNames(registry), registry.get("a")], [[], ["a"], before])
        })
      )
    )

    suite.it("names both owners if a name or an alias belongs to another one", () =>
      using([of("one", "a", { aliases: ["b"] }), makeTestTool("c")], (registry) =>
        Effect.gen(function* () {
          const error = yield* Effect.flip(
            registry.exchange("two", [
              of("two", "a"),
              of("two", "d", { aliases: ["b"] }),
              of("two", "c"),
              of("two", "e")
            ])
          )
          deepEqual(error.problems, [
            'the name "a" is taken by the tool "a" of "one", and this tool is of "two"',
            'the name "b" is taken by the tool "a" of "one", and this tool is of "two"',
            'the name "c" is taken by the tool "c" of the app, and this tool is of "two"'
          ])
          deepEqual(getRegisteredNames(registry), ["a", "c"])
        })
      )
    )

    suite.it("asks every check about every tool first, and reports all findings", () =>
      using([of("one", "a")], (registry) =>
        Effect.gen(function* () {
          const before = registry.get("a")
          yield* registry.admitting(({ definition }) => (definition.name === "b" ? ["the first refuses b"] : []))
          yield* registry.admitting(({ definition: { description, name } }) =>
            description === "Newer." ? Effect.succeed([`the second refuses ${name}`]) : []
          )
          const error = yield* Effect.flip(
            registry.exchange("one", [of("one", "a", newer), of("one", "b", newer), of("one", "c")])
          )
          deepEqual(error.problems, ["the first refuses b", "the second refuses a"])
          deepEqual([registry.get("a"), getRegisteredNames(registry)], [before, ["a"]])
        })
      )
    )

    suite.it("shows no tool before all are accepted, and asks a check that was added meanwhile about all", () =>
      using([], (registry) =>
        Effect.gen(function* () {
          const { answer, begun, check } = yield* waiting
          yield* registry.admitting((asked) => (asked.definition.name === "b" ? check(asked) : []))
          const put = yield* Effect.forkChild(Effect.flip(registry.exchange("one", [of("one", "a"), of("one", "b")])))
          yield* begun
          deepEqual(getRegisteredNames(registry), [])
          yield* registry.admitting(({ definition: { name } }) => [`${name} came too early`])
          yield* answer([])
          deepEqual((yield* Fiber.join(put)).problems, ["a came too early", "b came too early"])
          deepEqual(getRegisteredNames(registry), [])
        })
      )
    )

    suite.it("keeps the exchange that was requested last, whichever was checked first", () =>
      using([of("one", "a")], (registry) =>
        Effect.gen(function* () {
          const { answer, begun, check } = yield* waiting
          yield* registry.admitting((asked) => (asked.definition.description === "Slow." ? check(asked) : []))
          const slow = of("one", "a", { description: "Slow." })
          const first = yield* Effect.forkChild(Effect.flip(registry.exchange("one", [slow, of("one", "b")])))
          yield* begun
          const [second] = yield* registry.exchange("one", [of("one", "c")])
          yield* answer([])
          match((yield* Fiber.join(first)).message, /replaced by a later definition while it was checked/)
          deepEqual([getRegisteredNames(registry), registry.get("c")], [["c"], second])
        })
      )
    )

    suite.it("refuses a tool that was replaced later, and leaves one that was added later", () =>
      using([of("one", "a")], (registry) =>
        Effect.gen(function* () {
          const [one, two] = [yield* waiting, yield* waiting]
          yield* registry.admitting((asked) =>
            asked.definition.name === "c" ? one.check(asked) : asked.definition.name === "d" ? two.check(asked) : []
          )
          const first = yield* Effect.forkChild(Effect.flip(registry.exchange("one", [of("one", "a"), of("one", "c")])))
          yield* one.begun
          const second = yield* Effect.forkChild(registry.exchange("one", [of("one", "b"), of("one", "d")]))
          yield* two.begun
          const later = yield* registry.replace(of("one", "a", newer))
          yield* one.answer([])
          match(
            (yield* Fiber.join(first)).message,
            /^Tool "a" cannot be registered: it was replaced by a later definition while it was checked/
          )
          yield* two.answer([])
          yield* Fiber.join(second)
          deepEqual([registry.get("a"), getRegisteredNames(registry)], [later, ["a", "b", "d"]])
        })
      )
    )
  })
}

const newer = { description: "Newer." }

const of = (owner: string, name: string, parts: Partial<Tool> = {}): Tool => makeTestTool(name, { owner, ...parts })
