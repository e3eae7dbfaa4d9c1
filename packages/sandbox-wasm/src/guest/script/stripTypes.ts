import { stripTypeScriptTypes } from "node:module"

/** The JavaScript that is left of TypeScript without its types, each thing still on its line and in its column; or why not. */
export const stripTypes = (source: string): { readonly code: string } | { readonly invalid: string } => {
  try {
    return { code: withoutWarning(() => stripTypeScriptTypes(source, { mode: "strip" })) }
  } catch (error) {
    return { invalid: invalidity(error) }
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

/** Node shows the place in the stack: a line `:12`, source, and below it `^` where the fault begins. */
const invalidity = (error: unknown): string => {
  if (!(error instanceof Error)) return "its types cannot be stripped"
  const reason = error.message.split("\n", 1)[0]?.slice(0, 500) ?? ""
  const [first = "", ...rest] = (error.stack ?? "").slice(0, 20_000).split("\n")
  const line = /:(\d+)$/.exec(first)?.[1]
  const column = (rest.find((text) => /^\s*\^+$/.test(text))?.indexOf("^") ?? -1) + 1
  if (line === undefined) return reason
  return column === 0 ? `${reason} (line ${line})` : `${reason} (line ${line}, column ${column})`
}
