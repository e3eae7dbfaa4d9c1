import { stripTypeScriptTypes } from "node:module"

/** The JavaScript that is left of TypeScript without its types, each thing still on its line and in its column; or why not. */
export const stripTypes = (source: string): { readonly code: string } | { readonly invalid: string } => {
  try {
    return { code: withoutWarning(() => stripTypeScriptTypes(source, { mode: "strip" })) }
  } catch (error) {
    return { invalid: invalidity(source, error) }
  }
}

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
const invalidity = (source: string, error: unknown): string => {
  if (!(error instanceof Error)) return "its types cannot be stripped"
  const reason = error.message.split("\n", 1)[0]?.slice(0, 500) ?? ""
  const [first = "", ...rest] = (error.stack ?? "").slice(0, 20_000).split("\n")
  const line = /:(\d+)$/.exec(first)?.[1]
  if (line === undefined) return reason
  const caret = rest.find((text) => /^\s*\^+$/.test(text)) ?? source.split("\n")[Number(line) - 1] ?? ""
  return `${reason} (line ${line}, column ${caret.search(/\S/) + 1})`
}
