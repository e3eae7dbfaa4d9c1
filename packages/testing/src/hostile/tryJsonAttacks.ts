import { deepEqual, equal, ok, rejects } from "node:assert/strict"
import type { SuiteFunctions } from "../SuiteFunctions.ts"
import { declareAttacks } from "./declareAttacks.ts"

/**
 * JSON with a duplicate name in some object, keyed by its peculiarity. Parsers may disagree on the value.
 *
 * ```ts
 * import { repeatedNames } from "@toolgate/testing/hostile"
 *
 * console.log(repeatedNames["another spelling"]) // {"a":1,"\u0061":2}
 * ```
 */
export const repeatedNames: Readonly<Record<string, string>> = {
  "two values": '{"a":1,"a":2}',
  "one value": '{"a":1,"a":1}',
  "an object": '{"a":{"b":1,"b":2}}',
  "a list": '{"a":[{"b":1},{"b":1,"b":2}]}',
  "between others": '[[{"b":{"a":{},"c":[],"a":{}}}]]',
  "another spelling": '{"a":1,"\\u0061":2}',
  "the name of the prototype": '{"__proto__":{"a":1},"__proto__":{"a":2}}',
  "another spelling of the prototype": '{"__proto__":{},"__proto_\\u005f":{}}',
  "an empty name": '{"":1,"":2}',
  "names that are numbers": '{"1":1,"0":2,"1":3}'
}

/**
 * Gives a JSON parser ambiguous or harmful texts: duplicate names, a member called `__proto__`, and a hundred thousand
 * nested levels, which it may refuse.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { readJson } from "@toolgate/core/json"
 * import { tryJsonAttacks } from "@toolgate/testing/hostile"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * tryJsonAttacks({ describe, it }, readJson)
 * for (const run of cases) await run()
 * assert(cases.length > 0)
 * ```
 */
export const tryJsonAttacks = (suite: SuiteFunctions, read: (text: string) => unknown): void =>
  suite.describe("hostile JSON", () => {
    declareAttacks(suite, "is refused if an object has a name twice", Object.entries(repeatedNames), (text) =>
      rejects(async () => read(text))
    )

    suite.it("does not change the prototype of an object", async () => {
      const value = (await read('{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}')) as { readonly x?: number }
      deepEqual([value.x, ({} as { readonly x?: number }).x], [undefined, undefined])
      equal(Object.keys(value).length, 2)
    })

    declareAttacks(
      suite,
      "does not end the stack",
      [
        ["lists", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
        ["objects", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
        ["an end that is missing", "[".repeat(100_000)]
      ],
      async (text) => {
        try {
          await read(text)
        } catch (error) {
          ok(!(error instanceof RangeError), "The stack ended.")
        }
      }
    )
  })
