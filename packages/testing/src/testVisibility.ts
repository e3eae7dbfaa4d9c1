import { deepEqual, doesNotMatch, equal, ok } from "node:assert/strict"
import {
  type Asker,
  type Principal,
  type Refused,
  type RegisteredTool,
  RuntimePolicy,
  refuse,
  type Tool,
  type ToolDefinition,
  ToolRegistry,
  Visibility
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeRegisteredTool, makeToolDefinition } from "./makePermissionRequest.ts"
import type { SuiteFunctions } from "./SuiteFunctions.ts"

/**
 * The contract suite of `Visibility`, for any registry and policy: neither lists nor refusals of unknown names reveal a
 * tool that the asker's ceilings, the tool's callers or the policy withhold for good.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { PolicyVisibility } from "@toolgate/registry"
 * import { testVisibility } from "@toolgate/testing"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * testVisibility({ describe, it }, PolicyVisibility.layer)
 * for (const run of cases) await run()
 * assert(cases.length > 0)
 * ```
 */
export const testVisibility = (
  suite: SuiteFunctions,
  layer: Layer.Layer<Visibility, unknown, ToolRegistry | RuntimePolicy>
): void => {
  const using = (use: (visibility: Visibility["Service"], world: World) => void) => () => {
    const world: World = { tools: [], quarantined: [], mayPermit: () => true }
    const get = (name: string): RegisteredTool | undefined => {
      const definition = world.tools.find((one) => one.name === name)
      return definition && { ...makeRegisteredTool(), definition }
    }
    const registry = Layer.mock(ToolRegistry, {
      list: () => world.tools,
      lookup: (name) => {
        const tool = get(name)
        if (tool === undefined) return undefined
        return world.quarantined.includes(name) ? refuse("ToolQuarantined", "No.") : Effect.succeed(tool)
      },
      get,
      has: (name) => world.tools.some((one) => one.name === name)
    })
    const policy = Layer.mock(RuntimePolicy, { mayPermit: (tool, asker) => world.mayPermit(tool, asker) })
    return Effect.runPromise(
      Effect.map(Visibility, (visibility) => use(visibility, world)).pipe(
        Effect.provide(Layer.provide(layer, [registry, policy]))
      )
    )
  }

  suite.describe("visibility", () => {
    suite.it(
      "shows the tools that the asker's kind of caller may call, in order",
      using(({ visible }, world) => {
        world.tools = [toolOf("b"), toolOf("a", { callers: ["chain"] }), toolOf("c", { callers: ["direct", "chain"] })]
        deepEqual(namesOf(visible(asker())), ["b", "c"])
        deepEqual(namesOf(visible({ ...asker(), caller: { kind: "chain", parent: "", chain: "", index: 0 } })), [
          "a",
          "c"
        ])
      })
    )

    suite.it(
      "shows the tools in every ceiling, the asker's and its delegators', and nothing under an empty one",
      using(({ visible }, world) => {
        world.tools = [toolOf("a"), toolOf("b"), toolOf("c")]
        for (const [ceilings, seen] of [
          [["any"], ["a", "b", "c"]],
          [[["c", "unheard_of"]], ["c"]],
          [[[]], []],
          [["any", ["a"]], ["a"]],
          [[["a", "c"], "any", ["c"]], ["c"]]
        ] as const)
          deepEqual(namesOf(visible(asker(...ceilings))), seen)
      })
    )

    suite.it(
      "shows an asker only the tools that the policy may permit",
      using(({ visible }, world) => {
        world.tools = [toolOf("shown"), toolOf("hidden")]
        world.mayPermit = ({ name }, { principal }) => name !== "hidden" || principal.role === "admin"
        const admin = { agent: "a", role: "admin", ceiling: { tools: "any" } } as const
        deepEqual(namesOf(visible(asker())), ["shown"])
        deepEqual(namesOf(visible({ ...asker(), principal: admin })), ["shown", "hidden"])
      })
    )

    suite.it(
      "neither shows nor suggests a quarantined tool",
      using(({ visible, unknown }, world) => {
        world.tools = [toolOf("shown"), toolOf("held")]
        world.quarantined = ["held"]
        deepEqual(namesOf(visible(asker())), ["shown"])
        deepEqual(namesOf(visible(asker(["held"]))), [])
        doesNotMatch(JSON.stringify(refusalOf(unknown("helt", asker()))), /held/)
        world.tools = [...world.tools]
        world.quarantined = []
        deepEqual(namesOf(visible(asker())), ["shown", "held"])
      })
    )

    suite.it(
      "answers an unknown name with the visible ones only, the nearest first",
      using(({ unknown }, world) => {
        const tools = [toolOf("write_file"), toolOf("shell"), toolOf("read_file"), toolOf("read_files")]
        world.tools = tools
        world.mayPermit = ({ name }) => name !== "read_files"
        const { message } = refusalOf(unknown("readfile", asker()))
        const places = ["read_file", "write_file", "shell"].map((name) => message.indexOf(name))
        ok(!places.includes(-1) && places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0)), message)
        for (const who of [asker(), asker(["shell"]), asker([])])
          doesNotMatch(JSON.stringify(refusalOf(unknown("readfile", who))), /read_files/)
        doesNotMatch(JSON.stringify(refusalOf(unknown("readfile", asker(["shell"])))), /write_file/)
      })
    )

    suite.it(
      "uses the current tools and policy, not those of the first request",
      using(({ visible, unknown }, world) => {
        const told = () => ["one", "two"].filter((name) => refusalOf(unknown("x", asker())).message.includes(name))
        world.tools = [toolOf("one")]
        deepEqual([namesOf(visible(asker())), told()], [["one"], ["one"]])
        world.tools = [toolOf("one"), toolOf("two")]
        deepEqual(
          [namesOf(visible(asker())), told()],
          [
            ["one", "two"],
            ["one", "two"]
          ]
        )
        world.mayPermit = ({ name }) => name === "two"
        deepEqual([namesOf(visible(asker())), told()], [["two"], ["two"]])
        world.tools = []
        deepEqual([namesOf(visible(asker())), told()], [[], []])
      })
    )

    suite.it(
      "refuses every name in a short sentence without invisible characters",
      using(({ unknown }) => {
        for (const name of [
          "",
          'a"\n\u001b[31m\u202e\ud800',
          "x".repeat(100_000),
          "__proto__",
          7 as unknown as string
        ]) {
          const { message } = refusalOf(unknown(name, asker()))
          ok(message.length > 0 && message.length < 1000)
          doesNotMatch(message, /\p{Cc}|\p{Cf}|\p{Cs}/u)
        }
      })
    )
  })
}

/** The tools and the policy. A case may change them between two questions. */
interface World {
  tools: ReadonlyArray<ToolDefinition>
  quarantined: ReadonlyArray<string>
  mayPermit: NonNullable<RuntimePolicy["Service"]["mayPermit"]>
}

const toolOf = (name: string, parts: Partial<Tool> = {}): ToolDefinition => makeToolDefinition({ name, ...parts })

const namesOf = (tools: ReadonlyArray<ToolDefinition>) => tools.map(({ name }) => name)

/** Makes an asker under these ceilings, its own first. */
const asker = (...ceilings: ReadonlyArray<Principal["ceiling"]["tools"]>): Asker => ({
  principal: principalUnder(ceilings),
  caller: { kind: "direct" }
})

const principalUnder = ([tools = "any", ...above]: ReadonlyArray<Principal["ceiling"]["tools"]>): Principal => ({
  agent: "a",
  ceiling: { tools },
  ...(above.length === 0 ? {} : { parent: principalUnder(above) })
})

const refusalOf = (answer: ReturnType<Visibility["Service"]["unknown"]>): Refused => {
  const refusal = Effect.runSync(Effect.flip(answer))
  equal(refusal.why, "ToolNotFound")
  return refusal
}
