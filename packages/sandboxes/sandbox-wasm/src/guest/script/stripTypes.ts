import { stripTypeScriptTypes } from "node:module"
import type { ScriptEnd } from "../GuestWorld.ts"

/**
 * The JavaScript that is left of TypeScript without its types, each thing still on its line and in its column; or how a script
 * ends that has none.
 */
export const stripTypes = (source: string): { readonly code: string } | { readonly end: ScriptEnd } => {
  try {
    return { code: withoutWarning(() => stripTypeScriptTypes(source, { mode: "strip" })) }
  } catch (error) {
    return { end: isComplaint(error) ? { kind: "invalid", message: invalidity(source, error) } : unstripped(error) }
  }
}

/** Whether an error is about the source. Any other one left what strips types in the middle of its work. */
const isComplaint = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && typeof error.code === "string" && error.code.endsWith("_SYNTAX")

/**
 * It is compiled code that calls itself for what is nested, until its stack ends: that of the engine, or its own in its memory. Node
 * makes another error of both, with the engine's words.
 */
const unstripped = (error: unknown): ScriptEnd => ({
  kind: "unstripped",
  because: /Maximum call stack size exceeded|out of bounds/.test(String(error)) ? "nested" : "unknown"
})

/** Node warns the first time that the function is experimental, on the standard error of whoever called. */
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
 * Node shows the place in the stack: a line `:12`, source, and below it `^` where the fault begins. Below a fault of several
 * lines it shows none; such a one mostly begins its line.
 */
const invalidity = (source: string, error: Error): string => {
  const reason = error.message.split("\n", 1)[0]?.slice(0, 500) ?? ""
  const [first = "", ...rest] = (error.stack ?? "").slice(0, 20_000).split("\n")
  const line = /:(\d+)$/.exec(first)?.[1]
  if (line === undefined) return reason
  const caret = rest.find((text) => /^\s*\^+$/.test(text)) ?? source.split("\n")[Number(line) - 1] ?? ""
  return `${reason} (line ${line}, column ${caret.search(/\S/) + 1})`
}
