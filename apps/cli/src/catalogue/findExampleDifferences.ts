import { type Json, type ToolExample, textOf } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import type { ToolExecution } from "toolgate"
import { formatJsonText } from "../text/escapeForTerminal.ts"
import { formatDiff } from "../text/formatDiff.ts"
import { formatShortSentence } from "../text/formatShortText.ts"

/** Returns the differences between an answer and what the example expects, as lines. */
export const findExampleDifferences = (
  { error, success, output }: ToolExecution,
  expect: ToolExample["expect"]
): ReadonlyArray<string> => {
  if (expect.error !== undefined) {
    if (error?.class === expect.error) return []
    return error === undefined
      ? [
          `expected the error ${expect.error}, and the call ${success ? "succeeded" : "reports that it did not succeed"}`
        ]
      : [`expected the error ${expect.error}, and the call failed: ${failureOf(error)}`]
  }
  if (error !== undefined) return [`the call failed: ${failureOf(error)}`]
  const text = output.content.flatMap((block) => textOf(block) ?? []).join("")
  const report = success ? [] : ["the call reports that it did not succeed"]
  const value =
    expect.value === undefined || (output.value !== undefined && isSame(expect.value, output.value))
      ? []
      : [
          "another value:",
          ...diffLines(formatJsonText(sorted(expect.value)), formatJsonText(sorted(output.value)) ?? "(no value)")
        ]
  const said =
    expect.text === undefined || expect.text.trimEnd() === text.trimEnd()
      ? []
      : ["another text:", ...diffLines(expect.text.trimEnd(), text.trimEnd())]
  return [...report, ...value, ...said]
}

const failureOf = ({ class: kind, message }: NonNullable<ToolExecution["error"]>): string =>
  `${formatShortSentence(message, 500)} (${kind})`

const isSame = (one: Json, other: Json): boolean => canonicalizeJson(one) === canonicalizeJson(other)

/** Sorts the keys of objects, so that their order is not a difference. */
const sorted = (value: Json | undefined): Json | undefined =>
  value === undefined ? undefined : JSON.parse(canonicalizeJson(value))

const diffLines = (expected: string, found: string): ReadonlyArray<string> =>
  formatDiff(`${expected}\n`, `${found}\n`)?.pieces.flatMap(({ text }) =>
    text.startsWith("  @@") ? [] : [text.trimEnd()]
  ) ?? ["  There are too many differences to show."]
