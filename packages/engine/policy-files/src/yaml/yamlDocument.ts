import { plainly, quoted } from "@toolgate/core"
import { Composer, isScalar } from "yaml"
import { isReadable } from "./isReadable.ts"
import type { Reading } from "./Reading.ts"
import { readNode } from "./readNode.ts"
import type { YamlNode } from "./YamlNode.ts"
import { yamlTokens } from "./yamlTokens.ts"

/**
 * Reads a text as one YAML 1.2 document of the core schema; JSON is YAML. `undefined` where it is none: what stands in it would
 * be guessed. Takes time in proportion to the text, whatever it is, and never throws.
 */
export const yamlDocument = (text: string, reading: Reading): YamlNode | undefined => {
  if (!isReadable(text, reading)) {
    reading.lines.addNewLine(0)
    for (const { index } of text.matchAll(/\n/g)) reading.lines.addNewLine(index + 1)
    return undefined
  }
  const tokens = yamlTokens(text, reading)
  if (tokens === undefined) return undefined
  const [document, second] = withoutStacks(() => [...new Composer(options).compose(tokens, true, text.length)])
  if (document === undefined) return undefined
  let valid = true
  for (const { code, message, pos } of document.errors)
    if (!reported.has(code)) {
      valid = false
      reading.fault(
        pos[0],
        () =>
          `this is not YAML: ${plainly(message.slice(0, 120))}${near(text, pos[0])}${isUnclosed(message) ? cutOff(text, pos[0]) : ""}`
      )
    }
  if (second !== undefined) reading.fault(second.range[0], () => `a second document begins; a ${reading.what} is one`)
  if (!valid) return undefined
  const { contents } = document
  if (contents !== null && !(isScalar(contents) && contents.value === null)) return readNode(contents, reading)
  return reading.fault(0, () => `the file is empty; write at least "${reading.least}"`)
}

const options = {
  version: "1.2",
  schema: "core",
  merge: false,
  resolveKnownTags: false,
  prettyErrors: false,
  // Its own check compares each key with all others.
  uniqueKeys: false
} as const

/** What can only be wrong with something that is not taken anyhow. */
const reported: ReadonlySet<string> = new Set([
  "ALIAS_PROPS",
  "BAD_ALIAS",
  "BAD_DIRECTIVE",
  "MULTIPLE_ANCHORS",
  "MULTIPLE_TAGS",
  "TAG_RESOLVE_FAILED"
])

// A text of some megabytes can hold a million faults, and the stack of an error object costs more than reading a page.
const withoutStacks = <A>(read: () => A): A => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return read()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

const isUnclosed = (message: string) => /^Flow |^Missing , /.test(message)

/** An entry shortly before that a comment ends, as a rule with " #" in it does. */
const cutOff = (text: string, at: number): string => {
  const lines = text.slice(Math.max(0, at - 1000), at).split("\n")
  const line = lines.findLast((one) => /[[{(].*\S #/.test(one))?.trim()
  return line === undefined
    ? ""
    : `, after ${quoted(line, 80)}; what follows " #" is a comment, and text that holds " #" has to stand in quotes`
}

const near = (text: string, at: number): string => {
  const line =
    text
      .slice(at, at + 80)
      .split("\n", 1)[0]
      ?.trim() ?? ""
  return line === "" ? "" : `, at ${quoted(line, 24)}`
}
