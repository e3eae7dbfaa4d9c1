import { equal } from "node:assert/strict"
import type { SuiteFunctions } from "../SuiteFunctions.ts"
import { declareAttacks } from "./declareAttacks.ts"

/**
 * Names that every object inherits. A lookup table that is a plain object finds something under them.
 *
 * ```ts
 * import { inheritedNames } from "@toolgate/testing/hostile"
 *
 * const tools: Record<string, unknown> = {}
 * console.log(inheritedNames.every((name) => tools[name] === undefined)) // false
 * ```
 */
export const inheritedNames = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "__defineGetter__"]

/**
 * Looks up inherited names in a table that has none of them. The result must be `undefined`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { tryNameAttacks } from "@toolgate/testing/hostile"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * const tools = new Map([["read_file", "reads"]])
 * tryNameAttacks({ describe, it }, (name) => tools.get(name))
 * for (const run of cases) await run()
 * assert(cases.length > 0)
 * ```
 */
export const tryNameAttacks = (suite: SuiteFunctions, lookUp: (name: string) => unknown): void => {
  const rows = inheritedNames.map((name) => [name, name] as const)
  declareAttacks(suite, "names that every object inherits are not found", rows, async (name) =>
    equal(await lookUp(name), undefined)
  )
}
