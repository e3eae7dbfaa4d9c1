import { deepEqual, equal, match, notEqual, ok } from "node:assert/strict"
import {
  type CommandImplementation,
  type RegisteredTool,
  type Tool,
  ToolRegistrationError,
  ToolRegistry
} from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Scope from "effect/Scope"
import { exchangeContract } from "./exchangeContract.ts"
import { heard, namesIn, namesOf, tool, waiting } from "./registryParts.ts"
import type { SuiteFunctions } from "./SuiteFunctions.ts"

/**
 * The contract suite of `ToolRegistry`: each name has one tool; a tool is replaced and removed with all of its names;
 * faulty definitions and tools that fail a check, even a slow one, are not registered; and listeners are notified of
 * each change in order.
 */
export const toolRegistryContract = (
  suite: SuiteFunctions,
  layer: (tools: ReadonlyArray<Tool>) => Layer.Layer<ToolRegistry, ToolRegistrationError>
): void => {
  const using = (
    tools: ReadonlyArray<Tool>,
    use: (registry: ToolRegistry["Service"]) => Effect.Effect<void, unknown, Scope.Scope>
  ) => Effect.runPromise(Effect.scoped(Effect.flatMap(ToolRegistry, use)).pipe(Effect.provide(layer(tools))))

  exchangeContract(suite, using)
  suite.describe("a tool registry", () => {
    suite.it("finds a tool by its name and by each alias, with one settled answer", () =>
      using([tool("a", { aliases: ["b", "c"] })], ({ lookup, get, has }) =>
        Effect.sync(() => {
          const found = get("a")
          ok(found !== undefined)
          for (const name of ["a", "b", "c"]) {
            equal(answerOf(lookup(name)), found)
            equal(lookup(name), lookup(name))
            equal(get(name), found)
            ok(has(name))
          }
          for (const name of ["d", "", "__proto__", "constructor", "toString"]) {
            equal(lookup(name), undefined)
            equal(get(name), undefined)
            ok(!has(name))
          }
        })
      )
    )

    suite.it("treats the names of every object like any other", () =>
      using([], (registry) =>
        Effect.gen(function* () {
          for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"])
            equal(yield* registry.add(tool(name)), registry.get(name))
        })
      )
    )

    suite.it(
      "hands out definitions as plain data that nobody can change, whatever else its author put into a tool",
      () => {
        const author = tool("a", { implementations: [program(["ls"])], ...({ secret: () => 1 } as object) })
        return using([author], (registry) =>
          Effect.sync(() => {
            const { definition } = registry.get("a") ?? {}
            deepEqual(structuredClone(definition), definition)
            ok(isFrozen(definition), "All of it is frozen.")
            ok(!Object.hasOwn(definition ?? {}, "secret"))
          })
        )
      }
    )

    suite.it("gives definitions that promise the same one digest, and each other one its own", () =>
      using([], (registry) =>
        Effect.gen(function* () {
          const digestOf = (parts: Partial<Tool>) =>
            Effect.map(registry.replace(tool(parts.name ?? "a", parts)), ({ digest }) => digest)
          const same: ReadonlyArray<Partial<Tool>> = [
            { parameters: { properties: { a: {}, b: {} }, type: "object" }, schemas: "full" },
            { parameters: { type: "object", properties: { b: {}, a: {} } }, schemas: "full", timeoutMs: 1 }
          ]
          const others: ReadonlyArray<Partial<Tool>> = [
            {},
            bad,
            { description: "For tests\u200b." },
            { name: "other" },
            { name: "__proto__" },
            { title: "A" },
            { owner: "one" },
            { owner: "another" },
            { aliases: ["b"] },
            { output: { type: "object" } },
            { sideEffects: "READ" },
            { sideEffects: "EXECUTE", effects: ["local_exec"] },
            { destructive: true, sideEffects: "WRITE" },
            { risk: "HIGH" },
            { category: "a" },
            { permission: "shell" },
            { resources: [{ kind: "file", arg: "/text", mode: "r", within: "workspace" }], sideEffects: "READ" },
            { resources: [{ kind: "host", host: "example.org", port: 443 }], sideEffects: "READ" },
            { resources: [{ kind: "host", host: "example.org", port: 80 }], sideEffects: "READ" },
            { resources: [{ kind: "command", argv: ["ls"] }], sideEffects: "READ" },
            { resources: [{ kind: "command", argv: ["ls"], workspace: "r" }], sideEffects: "READ" },
            { resources: [{ kind: "command", argv: ["ls", "{text}"] }], sideEffects: "READ" },
            { callers: ["direct", "chain"] },
            { escalates: true },
            { requiresWorkspace: true },
            { requiresCapability: false },
            { implementations: [program(["ls"])] },
            { implementations: [program(["rm"])] }
          ]
          const equals = new Set(yield* Effect.forEach(same, digestOf))
          equal(equals.size, 1)
          equal(new Set([...equals, ...(yield* Effect.forEach(others, digestOf))]).size, 1 + others.length)
          for (const digest of equals) match(digest, /^[0-9a-f]{64}$/)
        })
      )
    )

    suite.it("takes a tool that routes work only if nothing but an agent's own call reaches it", () =>
      using([tool("a", { category: "routing" }), tool("b", { escalates: true })], (registry) =>
        Effect.gen(function* () {
          const before = registry.list()
          const chained = { callers: ["direct", "chain"] } as const
          const bad: ReadonlyArray<readonly [Partial<Tool>, RegExp]> = [
            [{ category: "routing", ...chained }, /category "routing" takes direct calls alone/],
            [{ category: "routing", callers: ["chain"] }, /category "routing" takes direct calls alone/],
            [{ escalates: true, ...chained }, /escalates takes direct calls alone/],
            [{ escalates: true, sideEffects: "READ" }, /must have the class NONE/],
            [
              { escalates: true, resources: [{ kind: "host", host: "example.org", port: 443 }], sideEffects: "READ" },
              /must not have resources/
            ],
            [{ escalates: true, implementations: [program(["ls"])] }, /must be a function/],
            [{ escalates: "yes" as unknown as boolean }, /"escalates" must be true or false/]
          ]
          for (const [parts, problem] of bad) {
            match((yield* Effect.flip(registry.add(tool("c", parts)))).message, problem)
            match((yield* Effect.flip(registry.replace(tool("a", parts)))).message, problem)
            match(
              (yield* Effect.flip(registry.exchange("one", [tool("c", { owner: "one", ...parts })]))).message,
              problem
            )
          }
          deepEqual(registry.list(), before)
        })
      )
    )

    suite.it("refuses a second tool of a name or an alias, and keeps the first", () =>
      using([tool("a", { aliases: ["b"] })], (registry) =>
        Effect.gen(function* () {
          const first = registry.get("a")
          for (const second of [tool("a"), tool("b"), tool("c", { aliases: ["a"] }), tool("c", { aliases: ["b"] })]) {
            const error = yield* Effect.flip(registry.add(second))
            ok(error instanceof ToolRegistrationError)
            equal(error.tool, second.name)
            equal(error.problems.length, 1)
            match(error.message, /"a".*\.$/)
          }
          deepEqual(registry.list(), [first?.definition])
          ok(!registry.has("c"))
        })
      )
    )

    suite.it("replaces a tool in its place, with its aliases, and leaves the old one to the calls that hold it", () =>
      using([tool("a", { aliases: ["x"] }), tool("b")], (registry) =>
        Effect.gen(function* () {
          const old = registry.get("a")
          const next = yield* registry.replace(tool("a", { aliases: ["y"], description: "Newer." }))
          notEqual(next, old)
          deepEqual([registry.get("a"), registry.get("y"), registry.get("x")], [next, next, undefined])
          equal(answerOf(registry.lookup("a")), next)
          deepEqual(namesOf(registry), ["a", "b"])
          equal(old?.definition.description, "For tests.")
          deepEqual(answerOf(old?.parse({ args: { text: "a" } })), { text: "a" })
        })
      )
    )

    suite.it("adds what it is to replace and does not have", () =>
      using([], (registry) =>
        Effect.gen(function* () {
          equal(yield* registry.replace(tool("a")), registry.get("a"))
        })
      )
    )

    suite.it("keeps the old tool when the new one does not hold, or takes the name of a third", () =>
      using([tool("a"), tool("b", { aliases: ["c"] })], (registry) =>
        Effect.gen(function* () {
          const before = registry.list()
          for (const bad of [tool("a", { parameters: { type: "array" } }), tool("a", { aliases: ["c"] }), tool("c")])
            ok((yield* Effect.flip(registry.replace(bad))).problems.length > 0)
          deepEqual(registry.list(), before)
          equal(registry.get("a")?.definition, before[0])
        })
      )
    )

    suite.it("removes a tool with its aliases, by any of its names, and removing again changes nothing", () =>
      using([tool("a", { aliases: ["x"] }), tool("b", { aliases: ["y"] })], (registry) =>
        Effect.gen(function* () {
          const removed: Array<boolean> = []
          for (const name of ["a", "y", "a", "nothing", 7 as unknown as string])
            removed.push(yield* registry.remove(name))
          deepEqual(removed, [true, true, false, false, false])
          for (const name of ["a", "x", "b", "y"])
            deepEqual([registry.has(name), registry.lookup(name)], [false, undefined])
          deepEqual(registry.list(), [])
          equal(yield* registry.add(tool("x")), registry.get("x"))
        })
      )
    )

    suite.it("lists in the order of registration: the same list until the tools change, and another one then", () =>
      using([tool("c"), tool("a")], (registry) =>
        Effect.gen(function* () {
          const seen = [registry.list()]
          const changes: ReadonlyArray<Effect.Effect<unknown, ToolRegistrationError>> = [
            registry.add(tool("b")),
            registry.replace(tool("c")),
            registry.remove("a")
          ]
          for (const change of changes) {
            equal(registry.list(), seen.at(-1))
            yield* change
            seen.push(registry.list())
          }
          deepEqual(
            seen.map((list) => list.map(({ name }) => name)),
            [
              ["c", "a"],
              ["c", "a", "b"],
              ["c", "a", "b"],
              ["c", "b"]
            ]
          )
          equal(new Set(seen).size, 4)
        })
      )
    )

    suite.it("keeps the definition that was checked, whatever its owner changes later", () => {
      const properties = { text: { type: "string" } }
      const given = tool("a", { parameters: { type: "object", properties, additionalProperties: false } })
      return using([given], ({ get }) =>
        Effect.sync(() => {
          properties.text.type = "integer"
          deepEqual(answerOf(get("a")?.parse({ args: { text: "a" } })), { text: "a" })
        })
      )
    })

    suite.it("does not begin with a tool that does not hold", async () => {
      const outcome = Effect.scoped(Effect.provide(Effect.service(ToolRegistry), layer([tool("a"), tool("no name")])))
      equal((await Effect.runPromise(Effect.flip(outcome))).tool, "no name")
    })

    suite.it("asks a check about the tools there are, and about each that comes, before it is there", () =>
      using([tool("a")], (registry) =>
        Effect.gen(function* () {
          const told: Array<readonly [string, boolean]> = []
          yield* registry.admitting((asked) => {
            const { description, name } = asked.definition
            told.push([description, registry.get(name) === asked])
            return []
          })
          yield* registry.add(tool("b", { description: "New." }))
          yield* registry.replace(tool("a", { description: "Newer." }))
          deepEqual(told, [
            ["For tests.", true],
            ["New.", false],
            ["Newer.", false]
          ])
          deepEqual(namesOf(registry), ["a", "b"])
        })
      )
    )

    suite.it("registers no tool that a check has problems with, and says them", () =>
      using([tool("a")], (registry) =>
        Effect.gen(function* () {
          const before = registry.get("a")
          const asked: Array<string> = []
          yield* registry.admitting(({ definition }) =>
            definition.description === "Bad." ? ["it is bad", "it is worse"] : []
          )
          yield* registry.admitting(({ definition: { name } }) => {
            asked.push(name)
            return []
          })
          for (const put of [registry.add(tool("b", bad)), registry.replace(tool("a", bad))]) {
            const error = yield* Effect.flip(put)
            deepEqual(error.problems, ["it is bad", "it is worse"])
            match(error.message, /it is bad; it is worse\.$/)
          }
          deepEqual([registry.get("a"), registry.has("b")], [before, false])
          // A tool that one check has refused is not passed to the next.
          deepEqual(asked, ["a"])
        })
      )
    )

    suite.it("waits for a check that waits, and finds no tool before", () =>
      using([], (registry) =>
        Effect.gen(function* () {
          const { answer, begun, check } = yield* waiting
          yield* registry.admitting(check)
          const put = yield* Effect.forkChild(registry.add(tool("a")))
          yield* begun
          deepEqual([registry.has("a"), registry.lookup("a"), registry.list()], [false, undefined, []])
          yield* answer([])
          equal(yield* Fiber.join(put), registry.get("a"))
        })
      )
    )

    suite.it(
      "registers one of two tools of a name whose checks wait at once, and what was removed while one waited",
      () =>
        using([tool("b")], (registry) =>
          Effect.gen(function* () {
            const { answer, begun, check } = yield* waiting
            yield* registry.admitting((asked) => (asked.definition.description === "Slow." ? check(asked) : []))
            const slow = { description: "Slow." }
            const puts = yield* Effect.forEach(
              [registry.add(tool("a", slow)), registry.replace(tool("b", slow))],
              (put) => Effect.forkChild(Effect.exit(put))
            )
            yield* begun
            const first = yield* registry.add(tool("a"))
            yield* registry.remove("b")
            yield* answer([])
            const [second, exchanged] = yield* Effect.forEach(puts, Fiber.join)
            ok(second !== undefined && Exit.isFailure(second))
            ok(exchanged !== undefined && Exit.isSuccess(exchanged))
            deepEqual([registry.get("a"), registry.get("b")], [first, exchanged.value])
          })
        )
    )

    suite.it("asks a check that came while another one waited", () =>
      using([], (registry) =>
        Effect.gen(function* () {
          const { answer, begun, check } = yield* waiting
          yield* registry.admitting(check)
          const put = yield* Effect.forkChild(Effect.flip(registry.add(tool("a"))))
          yield* begun
          yield* registry.admitting(() => ["it came too late"])
          yield* answer([])
          deepEqual((yield* Fiber.join(put)).problems, ["it came too late"])
          ok(!registry.has("a"))
        })
      )
    )

    suite.it("fails a check that has problems with the tools there are, with all of them, and keeps them", () =>
      using([tool("a"), tool("b"), tool("c")], (registry) =>
        Effect.gen(function* () {
          const error = yield* Effect.flip(
            registry.admitting(({ definition: { name } }) => (name === "a" ? [] : Effect.succeed([`it is ${name}`])))
          )
          deepEqual([error.tool, error.problems], ["b", ["it is b", "it is c"]])
          match(error.message, /"b" .*it is b\. .*"c" .*it is c\.$/)
          deepEqual(namesOf(registry), ["a", "b", "c"])
        })
      )
    )

    suite.it("keeps the replacement that was asked for last, whichever was checked first", () =>
      using([tool("a")], (registry) =>
        Effect.gen(function* () {
          const { answer, begun, check } = yield* waiting
          yield* registry.admitting((asked) => (asked.definition.description === "Slow." ? check(asked) : []))
          const first = yield* Effect.forkChild(Effect.flip(registry.replace(tool("a", { description: "Slow." }))))
          yield* begun
          const second = yield* registry.replace(tool("a"))
          yield* answer([])
          match((yield* Fiber.join(first)).message, /"a" .*replaced by a later definition/)
          equal(registry.get("a"), second)
        })
      )
    )

    suite.it("adds exactly one of many tools of a name that are added at once, also where a check waits", () =>
      using([], (registry) =>
        Effect.gen(function* () {
          const changes = yield* heard(registry)
          yield* registry.admitting(() => Effect.as(Effect.yieldNow, []))
          const added = yield* Effect.forEach(
            Array.from({ length: 10 }, (_, at) => tool("a", { description: `Tool ${at}.`, aliases: [`b${at % 2}`] })),
            (one) => Effect.exit(registry.add(one)),
            { concurrency: "unbounded" }
          )
          const [winner, ...others] = added.filter(Exit.isSuccess)
          equal(others.length, 0)
          equal(winner?.value, registry.get("a"))
          deepEqual(changes, [{ change: "added", tool: winner?.value.definition }])
        })
      )
    )

    suite.it("tells each change after it happened, in order, and nothing that did not happen", () =>
      using([tool("a")], (registry) =>
        Effect.gen(function* () {
          const seen: Array<unknown> = []
          yield* registry.listen(({ change, tool: { name, description } }) => {
            seen.push([change, name, description, registry.get(name)?.definition.description])
          })
          yield* registry.add(tool("b", { aliases: ["c"] }))
          yield* Effect.flip(registry.add(tool("c")))
          yield* Effect.flip(registry.replace(tool("b", { parameters: { type: "array" } })))
          yield* registry.replace(tool("b", { aliases: ["c"], description: "Newer." }))
          yield* registry.remove("c")
          yield* registry.remove("c")
          yield* registry.replace(tool("a", { description: "Newer." }))
          yield* registry.replace(tool("d"))
          deepEqual(seen, [
            ["added", "b", "For tests.", "For tests."],
            ["replaced", "b", "Newer.", "Newer."],
            ["removed", "b", "Newer.", undefined],
            ["replaced", "a", "Newer.", "Newer."],
            ["added", "d", "For tests.", "For tests."]
          ])
        })
      )
    )

    suite.it("tells a listener nothing from before it listened, or after its scope has closed", () =>
      using([tool("a")], (registry) =>
        Effect.gen(function* () {
          yield* registry.add(tool("b"))
          const scope = yield* Scope.make()
          const changes = yield* Scope.provide(heard(registry), scope)
          yield* registry.add(tool("c"))
          yield* Scope.close(scope, Exit.void)
          yield* registry.remove("c")
          deepEqual(changes, [{ change: "added", tool: changes[0]?.tool }])
        })
      )
    )

    suite.it("goes on when a listener throws, rejects or never settles, and tells the others all the same", () =>
      using([], (registry) =>
        Effect.gen(function* () {
          const failed = new Error("a listener's own")
          const logged: Array<unknown> = []
          const logger = Logger.make(({ cause }) => void logged.push(...cause.reasons.filter(Cause.isDieReason)))
          const broken = [
            () => {
              throw failed
            },
            () => Promise.reject(failed),
            () => new Promise<void>(() => {})
          ]
          for (const told of broken) yield* Effect.provide(registry.listen(told), Logger.layer([logger]))
          const changes = yield* heard(registry)
          yield* registry.add(tool("a"))
          yield* registry.remove("a")
          deepEqual(namesIn(changes), ["added a", "removed a"])
          // A promise's rejection is only noticed in a later turn.
          yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
          deepEqual(
            logged.map((reason) => (reason as Cause.Die).defect),
            [failed, failed, failed, failed]
          )
        })
      )
    )

    suite.it("tells every listener of a change before the changes that a listener makes", () =>
      using([], (registry) =>
        Effect.gen(function* () {
          const all = Promise.withResolvers<void>()
          yield* registry.listen(({ change, tool: { name } }) => {
            if (change === "added" && name === "a") {
              Effect.runSync(registry.add(tool("b")))
              Effect.runSync(registry.replace(tool("a")))
            } else if (change === "replaced") Effect.runSync(registry.remove("b"))
            else if (change === "removed") all.resolve()
          })
          const changes = yield* heard(registry)
          yield* registry.add(tool("a"))
          yield* Effect.promise(() => all.promise)
          deepEqual(namesIn(changes), ["added a", "added b", "replaced a", "removed b"])
        })
      )
    )

    suite.it("leaves the program its turns when a listener answers each change with another one", () =>
      using([tool("a")], (registry) =>
        Effect.gen(function* () {
          let told = 0
          const scope = yield* Scope.make()
          yield* Scope.provide(
            registry.listen(() => {
              told++
              Effect.runSync(registry.replace(tool("a")))
            }),
            scope
          )
          yield* registry.replace(tool("a"))
          while (told < 100) yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
          yield* Scope.close(scope, Exit.void)
          const until = told
          yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
          equal(told, until)
        })
      )
    )

    suite.it("asks a check no more when its scope has closed", () =>
      using([], (registry) =>
        Effect.gen(function* () {
          const scope = yield* Scope.make()
          yield* Scope.provide(
            registry.admitting(() => ["no"]),
            scope
          )
          yield* Effect.flip(registry.add(tool("a")))
          yield* Scope.close(scope, Exit.void)
          equal(yield* registry.add(tool("a")), registry.get("a"))
        })
      )
    )
  })
}

const bad = { description: "Bad." }

const program = (argv: ReadonlyArray<string>) =>
  ({
    kind: "command",
    argv,
    input: "stdin",
    output: "text",
    env: {},
    folder: undefined
  }) satisfies CommandImplementation

const isFrozen = (value: unknown): boolean =>
  typeof value !== "object" || value === null || (Object.isFrozen(value) && Object.values(value).every(isFrozen))

/** Returns the value of a settled step. */
const answerOf = <A>(
  step: ReturnType<RegisteredTool["parse"]> | ReturnType<ToolRegistry["Service"]["lookup"]>
): unknown => {
  ok(step !== undefined, "There is an answer.")
  return Effect.runSync(step as Effect.Effect<A>)
}
