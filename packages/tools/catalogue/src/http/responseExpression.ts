import { type Json, quoted, ToolExecutionError } from "@toolgate/core"
import { copyJson, NotJson } from "@toolgate/core/json"
import { search } from "../jmespath.ts"

/** Returns the value that an expression makes of a body. `value` is plain JSON of few levels. */
export const mapped = (expression: string, value: Json): Json => {
  let found: unknown
  try {
    found = search(expression, value)
  } catch (cause) {
    // The messages of the library name types and functions, and quote no value.
    const why = cause instanceof Error ? quoted(cause.message, 200).slice(1, -1) : "it failed"
    throw new ToolExecutionError({ message: `The answer does not have the form that "response" needs: ${why}.`, cause })
  }
  const copied = copyJson(found, { depth: mostLevels, nodes: 1_000_000, characters: 32 * 1024 * 1024 })
  if (!(copied instanceof NotJson)) return copied
  throw new ToolExecutionError({ message: `The expression of "response" makes a value that ${copied.reason}.` })
}

/** The most levels of nesting of an answer. */
export const mostLevels = 128
