import { ToolValidationError } from "@toolgate/core"
import { Type } from "typebox"

/** The common part of the memory tools. */
export const remembers = { sideEffects: "WRITE", category: "memory" } as const

/** The schema of an id. */
export const memoryId = Type.String({
  pattern: "^m[1-9][0-9]{0,14}$",
  description: 'The id of an entry, such as "m12".'
})

const mostBytes = 16_384

/** Returns the schema of a text to remember. */
export const createTextSchema = (description: string) =>
  Type.String({ minLength: 1, maxLength: mostBytes, description })

/** Refuses a text that cannot be stored unchanged. */
export const checkText = (text: string): void => {
  const problem =
    text.trim() === ""
      ? 'The argument "text" is blank; say what to remember.'
      : Buffer.byteLength(text) > mostBytes
        ? `The argument "text" has ${Buffer.byteLength(text)} bytes of UTF-8, over the limit of ${mostBytes}; shorten it, or use several entries.`
        : text.isWellFormed()
          ? undefined
          : 'The argument "text" contains half a character (a lone surrogate); leave it out.'
  if (problem !== undefined) throw new ToolValidationError({ message: problem, executed: "no" })
}
