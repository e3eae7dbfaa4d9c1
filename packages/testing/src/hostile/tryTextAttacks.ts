import { doesNotMatch, equal, ok } from "node:assert/strict"
import { hasHidden } from "@toolgate/core"
import type { SuiteFunctions } from "../SuiteFunctions.ts"
import { declareAttacks } from "./declareAttacks.ts"
import { hiddenTexts, plainTexts } from "./hostileTexts.ts"

/**
 * Checks how a program shows `hiddenTexts`. For a `person`, no character may be invisible or reverse the text. For a
 * `terminal`, no control characters may remain, except line ends and tabs. A `log` line must not contain line ends
 * either. `plainTexts` must stay unchanged for a person and a terminal.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { tryTextAttacks } from "@toolgate/testing/hostile"
 *
 * // Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
 * const cases: Array<() => unknown> = []
 * const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
 * const describe = (_name: string, add: () => void) => add()
 * const encode = (sign: string) => `\\u{${sign.codePointAt(0)?.toString(16)}}`
 * const line = (text: string) => JSON.stringify(text).replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, encode)
 * tryTextAttacks({ describe, it }, line, "log")
 * for (const run of cases) await run()
 * assert(cases.length > 0)
 * ```
 */
export const tryTextAttacks = (
  suite: SuiteFunctions,
  show: (text: string) => string | PromiseLike<string>,
  reader: "person" | "terminal" | "log"
): void =>
  suite.describe(`hostile texts, for a ${reader}`, () => {
    declareAttacks(suite, "hide, move and forge nothing", hiddenTexts, async (text) => {
      const shown = await show(text)
      if (reader === "person") ok(!hasHidden(shown), "Something is hidden.")
      else doesNotMatch(reader === "log" ? shown : shown.replaceAll(/\r\n|[\n\t]/g, ""), obeyed)
      if (reader === "log") doesNotMatch(shown, /[\u2028\u2029]/)
    })
    if (reader !== "log")
      declareAttacks(suite, "are seen as they are if they are plain", plainTexts, async (text) =>
        equal(await show(text), text)
      )
  })

const obeyed = /[\p{Cc}\p{Bidi_Control}]/u
