import { stripTypeScriptTypes } from "node:module"
import type { ScriptEnd } from "../GuestWorld.ts"
import {
  getOffset,
  type LocatePosition,
  locateIn,
  replaceLoneReturns,
  replaceSeparators,
  type TextPosition
} from "./textPosition.ts"

/**
 * Strips the types from TypeScript. Every remaining character stays at its line and column. Returns how a script ends
 * if it cannot be stripped.
 */
export const stripTypes = (
  text: string,
  placeAt: LocatePosition = locateIn(text)
): { readonly code: string } | { readonly end: ScriptEnd } => {
  const source = replaceLoneReturns(text)
  try {
    return { code: withoutWarning(() => stripTypeScriptTypes(source, { mode: "strip" })) }
  } catch (error) {
    const isValid = !isComplaint(error)
    return { end: isValid ? unstripped(error) : { kind: "invalid", message: invalidity(source, error, placeAt) } }
  }
}

/** Whether an error concerns the source. Other errors interrupted the stripper and left it in an unknown state. */
const isComplaint = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && typeof error.code === "string" && error.code.endsWith("_SYNTAX")

/**
 * The stripper is compiled code that recurses into nested source until a stack overflows: the engine's, or its own.
 * Node reports both with the engine's message.
 */
const unstripped = (error: unknown): ScriptEnd => ({
  kind: "unstripped",
  because: /Maximum call stack size exceeded|out of bounds/.test(String(error)) ? "nested" : "unknown"
})

/** On first use, Node prints a warning that the function is experimental. */
const withoutWarning = <A>(strip: () => A): A => {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return strip()
  } finally {
    process.emitWarning = emitWarning
  }
}

const invalidity = (source: string, error: Error, placeAt: LocatePosition): string => {
  const reason = (error.message.split("\n", 1)[0] ?? "").slice(0, 500)
  const offset = faultOf(source, error)
  const own = offset === undefined ? undefined : placeAt(offset)
  return own === undefined ? reason : `${reason} (line ${own.line}, column ${own.column})`
}

/**
 * Returns the offset of a syntax error. Asks the stripper again with a text in which each character is one column wide.
 */
const faultOf = (source: string, error: Error): number | undefined => {
  const shown = shownIn(source, error)
  if (shown === undefined) return undefined
  const plain = replaceSeparators(source, "code and comments").replace(/[^\n\r -~]/g, (unit) =>
    /\s/.test(unit) ? " " : "x"
  )
  if (plain !== source)
    try {
      stripTypeScriptTypes(plain, { mode: "strip" })
    } catch (other) {
      const place = isComplaint(other) ? shownIn(plain, other) : undefined
      const offset = place && getOffset(plain, place, "characters")
      if (offset !== undefined && source.slice(0, offset).split("\n").length === shown.line) return offset
    }
  return getOffset(source, shown, "characters")
}

/**
 * Reads the position of an error from the stack: a line `:12`, the source, and a `^` under the error. Columns are those
 * of a terminal, where a tab takes up to four columns and other characters none, one or two; so the column is right
 * only for characters of width one. An error across several lines has no column and mostly begins its line.
 */
const shownIn = (source: string, { stack = "" }: Error): TextPosition | undefined => {
  const [first = "", ...rest] = stack.split("\n")
  const line = /:(\d+)$/.exec(first)?.[1]
  if (line === undefined) return undefined
  const caret = rest.find((text) => /^\s*\^+$/.test(text)) ?? source.split("\n")[Number(line) - 1] ?? ""
  return { line: Number(line), column: caret.search(/\S/) + 1 }
}
