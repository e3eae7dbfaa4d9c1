import { stripTypeScriptTypes } from "node:module"
import type { ScriptEnd } from "../GuestWorld.ts"
import {
  offsetOf,
  type PlaceAt,
  placesIn,
  type TextPosition,
  withLineFeeds,
  withoutLoneReturns
} from "./locateOffset.ts"

/**
 * Returns the JavaScript that is left of TypeScript without its types, with every character at its line and column, or
 * how a script ends that cannot be stripped.
 */
export const stripTypes = (
  text: string,
  placeAt: PlaceAt = placesIn(text)
): { readonly code: string } | { readonly end: ScriptEnd } => {
  const source = withoutLoneReturns(text)
  try {
    return { code: withoutWarning(() => stripTypeScriptTypes(source, { mode: "strip" })) }
  } catch (error) {
    const isValid = !isComplaint(error)
    return { end: isValid ? unstripped(error) : { kind: "invalid", message: invalidity(source, error, placeAt) } }
  }
}

/** Whether an error is about the source. Any other error interrupted the stripper in the middle of its work. */
const isComplaint = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && typeof error.code === "string" && error.code.endsWith("_SYNTAX")

/**
 * The stripper is compiled code that recurses into nested source until a stack ends: the engine's, or its own in its
 * memory. Node turns either into an error with the engine's words.
 */
const unstripped = (error: unknown): ScriptEnd => ({
  kind: "unstripped",
  because: /Maximum call stack size exceeded|out of bounds/.test(String(error)) ? "nested" : "unknown"
})

/** On first use, Node warns on the caller's standard error that the function is experimental. */
const withoutWarning = <A>(strip: () => A): A => {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return strip()
  } finally {
    process.emitWarning = emitWarning
  }
}

const invalidity = (source: string, error: Error, placeAt: PlaceAt): string => {
  const reason = (error.message.split("\n", 1)[0] ?? "").slice(0, 500)
  const offset = faultOf(source, error)
  const own = offset === undefined ? undefined : placeAt(offset)
  return own === undefined ? reason : `${reason} (line ${own.line}, column ${own.column})`
}

/** Returns the offset of a fault. The stripper is asked again about a text in which each character is one column wide. */
const faultOf = (source: string, error: Error): number | undefined => {
  const shown = shownIn(source, error)
  if (shown === undefined) return undefined
  const plain = withLineFeeds(source, "code and comments").replace(/[^\n\r -~]/g, (unit) =>
    /\s/.test(unit) ? " " : "x"
  )
  if (plain !== source)
    try {
      stripTypeScriptTypes(plain, { mode: "strip" })
    } catch (other) {
      const place = isComplaint(other) ? shownIn(plain, other) : undefined
      const offset = place && offsetOf(plain, place, "characters")
      if (offset !== undefined && source.slice(0, offset).split("\n").length === shown.line) return offset
    }
  return offsetOf(source, shown, "characters")
}

/**
 * Node shows the place of a fault in the stack: a line `:12`, the source, and below it a `^` where the fault begins. It shows them as a
 * terminal would, where a tab is up to four columns wide, and other characters none, one or two: the column is right if each is one wide.
 * For a fault of several lines it shows no column; such a fault mostly begins its line.
 */
const shownIn = (source: string, { stack = "" }: Error): TextPosition | undefined => {
  const [first = "", ...rest] = stack.split("\n")
  const line = /:(\d+)$/.exec(first)?.[1]
  if (line === undefined) return undefined
  const caret = rest.find((text) => /^\s*\^+$/.test(text)) ?? source.split("\n")[Number(line) - 1] ?? ""
  return { line: Number(line), column: caret.search(/\S/) + 1 }
}
