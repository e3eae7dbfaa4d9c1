import { stripTypeScriptTypes } from "node:module"
import type { ScriptEnd } from "../GuestWorld.ts"
import { anyPlace, type PlaceIn } from "./textPlace.ts"

/**
 * Returns the JavaScript that is left of TypeScript without its types, with every character at its line and column, or
 * how a script ends that cannot be stripped.
 */
export const stripTypes = (
  source: string,
  placeIn: PlaceIn = anyPlace
): { readonly code: string } | { readonly end: ScriptEnd } => {
  try {
    return { code: withoutWarning(() => stripTypeScriptTypes(source, { mode: "strip" })) }
  } catch (error) {
    const isValid = !isComplaint(error)
    return { end: isValid ? unstripped(error) : { kind: "invalid", message: invalidity(source, error, placeIn) } }
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

/**
 * Node shows the place of a fault in the stack: a line `:12`, the source, and below it a `^` where the fault begins.
 * For a fault of several lines it shows no place; such a fault mostly begins its line.
 */
const invalidity = (source: string, error: Error, placeIn: PlaceIn): string => {
  const reason = error.message.split("\n", 1)[0]?.slice(0, 500) ?? ""
  const [first = "", ...rest] = (error.stack ?? "").slice(0, 20_000).split("\n")
  const line = /:(\d+)$/.exec(first)?.[1]
  if (line === undefined) return reason
  const caret = rest.find((text) => /^\s*\^+$/.test(text)) ?? source.split("\n")[Number(line) - 1] ?? ""
  const place = placeIn({ line: Number(line), column: caret.search(/\S/) + 1 })
  return place === undefined ? reason : `${reason} (line ${place.line}, column ${place.column})`
}
