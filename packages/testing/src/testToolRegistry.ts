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
import { describeChanges, getRegisteredNames, makeTestTool, recordChanges, waiting } from "./registryParts.ts"
import type { SuiteFunctions } from "./SuiteFunctions.ts"
import { testExchange } from "./testExchange.ts"

/**
 * The contract suite of `ToolRegistry`: each name has one tool; a tool is replaced and removed with all of its names;
 * faulty definitions and tools that fail a check, even a slow one, are not registered; and listeners are notified of
 * each change in order.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MapToolRegistry } from "@toolgate/registry"
 * import { testToolRegistry } from "@toolgate/testing"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * testToolRegistry({ describe, it }, MapToolRegistry.layer)
 * for (const run of cases) await run()
 * assert(cases.length > 0)
 * ```
 */
export const testToolRegistry = (
  suite: SuiteFunctions,
  layer: (tools: ReadonlyArray<Tool>) => Layer.Layer<ToolRegistry, ToolRegistrationError>
): void => {
  const using = (
    tools: ReadonlyArray<Tool>,
    use: (registry: ToolRegistry["Service"]) => Effect.Effect<void, unknown, Scope.Scope>
  ) => Effect.runPromise(Effect.scoped(Effect.flatMap(ToolRegistry, use)).pipe(Effect.provide(layer(tools))))

  testExchange(suite, using)
  suite.describe("a tool registry", () => {
    suite.it("finds a tool by its name and by each alias, with one settled answer", () =>
      using([makeTestTool("a", { aliases: ["b", "c"] })], ({ lookup, get, has }) =>
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

    suite.it("treats names of Object.prototype like any other", () =>
      using([], (registry) =>
        Effect.gen(function* () {
          for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"])
            equal(yield* registry.add(makeTestTool(name)), registry.get(name))
        })
      )
    )

    suite.it("hands out definitions as immutable plain data", () => {
      const author = makeTestTool("a", { implementations: [program(["ls"])], ...({ secret: () => 1 } as object) })
      return using([author], (registry) =>
        Effect.sync(() => {
          const { definition } = registry.get("a") ?? {}
          deepEqual(structuredClone(definition), definition)
          ok(isFrozen(definition), "All of it is frozen.")
          ok(!Object.hasOwn(definition ?? {}, "secret"))
        })
      )
    })

    suite.it("gives equal definitions one digest, and different ones different digests", () =>
      using([], (registry) =>
        Effect.gen(function* () {
          const digestOf = (parts: Partial<Tool>) =>
            Effect.map(registry.replace(makeTestTool(parts.name ?? "a", parts)), ({ digest }) => digest)
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

    suite.it("accepts a makeTestTool that routes work only if it accepts direct calls only", () =>
      using([makeTestTool("a", { category: "routing" }), makeTestTool("b", { escalates: true })], (registry) =>
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
            match((yield* Effect.flip(registry.add(makeTestTool("c", parts)))).message, problem)
            match((yield* Effect.flip(registry.replace(makeTestTool("a", parts)))).message, problem)
            match(
              (yield* Effect.flip(registry.exchange("one", [makeTestTool("c", { owner: "one", ...parts })]))).message,
              problem
            )
          }
          deepEqual(registry.list(), before)
        })
      )
    )

    suite.it("refuses a second makeTestTool with a name or an alias, and keeps the first", () =>
      using([makeTestTool("a", { aliases: ["b"] })], (registry) =>
        Effect.gen(function* () {
          const first = registry.get("a")
          for (const second of [
            makeTestTool("a"),
            makeTestTool("b"),
            makeTestTool("c", { aliases: ["a"] }),
            makeTestTool("c", { aliases: ["b"] })
          ]) {
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

    suite.it("replaces a makeTestTool in its position, with its aliases, while running calls keep the old one", () =>
      using([makeTestTool("a", { aliases: ["x"] }), makeTestTool("b")], (registry) =>
        Effect.gen(function* () {
          const old = registry.get("a")
          const next = yield* registry.replace(makeTestTool("a", { aliases: ["y"], description: "Newer." }))
          notEqual(next, old)
          deepEqual([registry.get("a"), registry.get("y"), registry.get("x")], [next, next, undefined])
          equal(answerOf(registry.lookup("a")), next)
          deepEqual(getRegisteredNames(registry), ["a", "b"])
          equal(old?.definition.description, "For tests.")
          deepEqual(answerOf(old?.parse({ args: { text: "a" } })), { text: "a" })
        })
      )
    )

    suite.it("adds a tool that it was asked to replace but does not have", () =>
      using([], (registry) =>
        Effect.gen(function* () {
          equal(yield* registry.replace(makeTestTool("a")), registry.get("a"))
        })
      )
    )

    suite.it("keeps the old makeTestTool if the new one is invalid, or takes the name of a third", () =>
      using([makeTestTool("a"), makeTestTool("b", { aliases: ["c"] })], (registry) =>
        Effect.gen(function* () {
          const before = registry.list()
          for (const bad of [
            makeTestTool("a", { parameters: { type: "array" } }),
            makeTestTool("a", { aliases: ["c"] }),
            makeTestTool("c")
          ])
            ok((yield* Effect.flip(registry.replace(bad))).problems.length > 0)
          deepEqual(registry.list(), before)
          equal(registry.get("a")?.definition, before[0])
        })
      )
    )

    suite.it("removes a makeTestTool with its aliases, by any of its names, and does nothing the second time", () =>
      using([makeTestTool("a", { aliases: ["x"] }), makeTestTool("b", { aliases: ["y"] })], (registry) =>
        Effect.gen(function* () {
          const removed: Array<boolean> = []
          for (const name of ["a", "y", "a", "nothing", 7 as unknown as string])
            removed.push(yield* registry.remove(name))
          deepEqual(removed, [true, true, false, false, false])
          for (const name of ["a", "x", "b", "y"])
            deepEqual([registry.has(name), registry.lookup(name)], [false, undefined])
          deepEqual(registry.list(), [])
          equal(yield* registry.add(makeTestTool("x")), registry.get("x"))
        })
      )
    )

    suite.it("lists tools in the order of registration, in the same list until they change", () =>
      using([makeTestTool("c"), makeTestTool("a")], (registry) =>
        Effect.gen(function* () {
          const seen = [registry.list()]
          const changes: ReadonlyArray<Effect.Effect<unknown, ToolRegistrationError>> = [
            registry.add(makeTestTool("b")),
            registry.replace(makeTestTool("c")),
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

    suite.it("keeps the checked definition, even if its owner changes it later", () => {
      const properties = { text: { type: "string" } }
      const given = makeTestTool("a", { parameters: { type: "object", properties, additionalProperties: false } })
      return using([given], ({ get }) =>
        Effect.sync(() => {
          properties.text.type = "integer"
          deepEqual(answerOf(get("a")?.parse({ args: { text: "a" } })), { text: "a" })
        })
      )
    })

    suite.it("does not open with an invalid tool", async () => {
      const outcome = Effect.scoped(
        Effect.provide(Effect.service(ToolRegistry), layer([makeTestTool("a"), makeTestTool("no name")]))
      )
      equal((await Effect.runPromise(Effect.flip(outcome))).tool, "no name")
    })

    suite.it("asks a check about the existing tools, and about each new one before it is visible", () =>
      using([makeTestTool("a")], (registry) =>
        Effect.gen(function* () {
          const told: Array<readonly [string, boolean]> = []
          yield* registry.admitting((asked) => {
            const { description, name } = asked.definition
            told.push([description, registry.get(name) === asked])
            return []
          })
          yield* registry.add(makeTestTool("b", { description: "New." }))
          yield* registry.replace(makeTestTool("a", { description: "Newer." }))
          deepEqual(told, [
            ["For tests.", true],
            ["New.", false],
            ["Newer.", false]
          ])
          deepEqual(getRegisteredNames(registry), ["a", "b"])
        })
      )
    )

    suite.it("registers no makeTestTool that a check rejects, and reports the problems", () =>
      using([makeTestTool("a")], (registry) =>
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
          for (const put of [registry.add(makeTestTool("b", bad)), registry.replace(makeTestTool("a", bad))]) {
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

    suite.it("waits for an asynchronous check, and does not find the tool before", () =>
      using([], (registry) =>
        Effect.gen(function* () {
          const { answer, begun, check } = yield* waiting
          yield* registry.admitting(check)
          const put = yield* Effect.forkChild(registry.add(makeTestTool("a")))
          yield* begun
          deepEqual([registry.has("a"), registry.lookup("a"), registry.list()], [false, undefined, []])
          yield* answer([])
          equal(yield* Fiber.join(put), registry.get("a"))
        })
      )
    )

    suite.it(
      "registers one of two tools with the same name whose checks run concurrently, and a tool that was removed meanwhile",
      () =>
        using([makeTestTool("b")], (registry) =>
          Effect.gen(function* () {
            const { answer, begun, check } = yield* waiting
            yield* registry.admitting((asked) => (asked.definition.description === "Slow." ? check(asked) : []))
            const slow = { description: "Slow." }
            const puts = yield* Effect.forEach(
              [registry.add(makeTestTool("a", slow)), registry.replace(makeTestTool("b", slow))],
              (put) => Effect.forkChild(Effect.exit(put))
            )
            yield* begun
            const first = yield* registry.add(makeTestTool("a"))
            yield* registry.remove("b")
            yield* answer([])
            const [second, exchanged] = yield* Effect.forEach(puts, Fiber.join)
            ok(second !== undefined && Exit.isFailure(second))
            ok(exchanged !== undefined && Exit.isSuccess(exchanged))
            deepEqual([registry.get("a"), registry.get("b")], [first, exchanged.value])
          })
        )
    )

    suite.it("asks a check that was added while another one was running", () =>
      using([], (registry) =>
        Effect.gen(function* () {
          const { answer, begun, check } = yield* waiting
          yield* registry.admitting(check)
          const put = yield* Effect.forkChild(Effect.flip(registry.add(makeTestTool("a"))))
          yield* begun
          yield* registry.admitting(() => ["it came too late"])
          yield* answer([])
          deepEqual((yield* Fiber.join(put)).problems, ["it came too late"])
          ok(!registry.has("a"))
        })
      )
    )

    suite.it("refuses a check that finds problems in the existing tools, with all of them, and keeps the tools", () =>
      using([makeTestTool("a"), makeTestTool("b"), makeTestTool("c")], (registry) =>
        Effect.gen(function* () {
          const error = yield* Effect.flip(
            registry.admitting(({ definition: { name } }) => (name === "a" ? [] : Effect.succeed([`it is ${name}`])))
          )
          deepEqual([error.tool, error.problems], ["b", ["it is b", "it is c"]])
          match(error.message, /"b" .*it is b\. .*"c" .*it is c\.$/)
          deepEqual(getRegisteredNames(registry), ["a", "b", "c"])
        })
      )
    )

    suite.it("keeps the replacement that was requested last, whichever was checked first", () =>
      using([makeTestTool("a")], (registry) =>
        Effect.gen(function* () {
          const { answer, begun, check } = yield* waiting
          yield* registry.admitting((asked) => (asked.definition.description === "Slow." ? check(asked) : []))
          const first = yield* Effect.forkChild(
            Effect.flip(registry.replace(makeTestTool("a", { description: "Slow." })))
          )
          yield* begun
          const second = yield* registry.replace(makeTestTool("a"))
          yield* answer([])
          match((yield* Fiber.join(first)).message, /"a" .*replaced by a later definition/)
          equal(registry.get("a"), second)
        })
      )
    )

    suite.it(
      "adds exactly one of many tools with the same name that are added concurrently, even while a check waits",
      () =>
        using([], (registry) =>
          Effect.gen(function* () {
            const changes = yield* recordChanges(registry)
            yield* registry.admitting(() => Effect.as(Effect.yieldNow, []))
            const added = yield* Effect.forEach(
              Array.from({ length: 10 }, (_, at) =>
                makeTestTool("a", { description: `Tool ${at}.`, aliases: [`b${at % 2}`] })
              ),
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

    suite.it("reports each change after it happened, in order, and nothing else", () =>
      using([makeTestTool("a")], (registry) =>
        Effect.gen(function* () {
          const seen: Array<unknown> = []
          yield* registry.listen(({ change, tool: { name, description } }) => {
            seen.push([change, name, description, registry.get(name)?.definition.description])
          })
          yield* registry.add(makeTestTool("b", { aliases: ["c"] }))
          yield* Effect.flip(registry.add(makeTestTool("c")))
          yield* Effect.flip(registry.replace(makeTestTool("b", { parameters: { type: "array" } })))
          yield* registry.replace(makeTestTool("b", { aliases: ["c"], description: "Newer." }))
          yield* registry.remove("c")
          yield* registry.remove("c")
          yield* registry.replace(makeTestTool("a", { description: "Newer." }))
          yield* registry.replace(makeTestTool("d"))
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

    suite.it("reports to a listener nothing from before it listened, or after its scope has closed", () =>
      using([makeTestTool("a")], (registry) =>
        Effect.gen(function* () {
          yield* registry.add(makeTestTool("b"))
          const scope = yield* Scope.make()
          const changes = yield* Scope.provide(recordChanges(registry), scope)
          yield* registry.add(makeTestTool("c"))
          yield* Scope.close(scope, Exit.void)
          yield* registry.remove("c")
          deepEqual(changes, [{ change: "added", tool: changes[0]?.tool }])
        })
      )
    )

    suite.it("continues when a listener throws, rejects or never settles, and notifies the others", () =>
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
          const changes = yield* recordChanges(registry)
          yield* registry.add(makeTestTool("a"))
          yield* registry.remove("a")
          deepEqual(describeChanges(changes), ["added a", "removed a"])
          // A promise's rejection is only noticed in a later turn.
          yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
          deepEqual(
            logged.map((reason) => (reason as Cause.Die).defect),
            [failed, failed, failed, failed]
          )
        })
      )
    )

    suite.it("reports a change to every listener before the changes that a listener makes", () =>
      using([], (registry) =>
        Effect.gen(function* () {
          const all = Promise.withResolvers<void>()
          yield* registry.listen(({ change, tool: { name } }) => {
            if (change === "added" && name === "a") {
              Effect.runSync(registry.add(makeTestTool("b")))
              Effect.runSync(registry.replace(makeTestTool("a")))
            } else if (change === "replaced") Effect.runSync(registry.remove("b"))
            else if (change === "removed") all.resolve()
          })
          const changes = yield* recordChanges(registry)
          yield* registry.add(makeTestTool("a"))
          yield* Effect.promise(() => all.promise)
          deepEqual(describeChanges(changes), ["added a", "added b", "replaced a", "removed b"])
        })
      )
    )

    suite.it("does not block the event loop when a listener answers each change with another one", () =>
      using([makeTestTool("a")], (registry) =>
        Effect.gen(function* () {
          let told = 0
          const scope = yield* Scope.make()
          yield* Scope.provide(
            registry.listen(() => {
              told++
              Effect.runSync(registry.replace(makeTestTool("a")))
            }),
            scope
          )
          yield* registry.replace(makeTestTool("a"))
          while (told < 100) yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
          yield* Scope.close(scope, Exit.void)
          const until = told
          yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
          equal(told, until)
        })
      )
    )

    suite.it("does not ask a check after its scope has closed", () =>
      using([], (registry) =>
        Effect.gen(function* () {
          const scope = yield* Scope.make()
          yield* Scope.provide(
            registry.admitting(() => ["no"]),
            scope
          )
          yield* Effect.flip(registry.add(makeTestTool("a")))
          yield* Scope.close(scope, Exit.void)
          equal(yield* registry.add(makeTestTool("a")), registry.get("a"))
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
