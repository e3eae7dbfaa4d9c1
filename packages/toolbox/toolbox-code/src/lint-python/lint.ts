import { createRequire } from "node:module"
import type { Ask, SentText } from "@toolgate/toolbox-base/jobs"
import { impossible, readText } from "@toolgate/toolbox-base/jobs"
import type { Violation } from "../violations.ts"

/** A job that runs Ruff on a Python text, with the rules about errors. Reads no configuration. */
export const lint = async (given: SentText, _: unknown, ask: Ask): Promise<ReadonlyArray<Violation>> => {
  const { text } = await readText(given, ask)
  const { Workspace, PositionEncoding } = ruff()
  let found: ReadonlyArray<Diagnostic>
  try {
    const workspace = new Workspace({ lint: { select: faults } }, PositionEncoding.Utf32)
    found = workspace.check(text) as ReadonlyArray<Diagnostic>
    workspace.free()
  } catch {
    // After a trap, the module's memory is unusable.
    delete require.cache[require.resolve(ruffPackage)]
    throw impossible("Ruff cannot read the code: it is nested too deeply, or too large. Give a smaller part of it.")
  }
  return found
    .map(({ code, message, start_location: { row, column }, fix }) => ({
      ...(code === null ? {} : { code }),
      message,
      line: row,
      column,
      fixable: fix !== null
    }))
    .sort((a, b) => a.line - b.line || a.column - b.column)
}

/** All Pyflakes rules, and the pycodestyle rules about imports, statements and syntax. No style rules. */
const faults = ["E4", "E7", "E9", "F"]

/** The used fields of Ruff's diagnostics. */
interface Diagnostic {
  readonly code: string | null
  readonly message: string
  readonly start_location: { readonly row: number; readonly column: number }
  readonly fix: object | null
}

const ruffPackage = "@astral-sh/ruff-wasm-nodejs"
const require = createRequire(import.meta.url)

const ruff = (): typeof import("@astral-sh/ruff-wasm-nodejs") => {
  try {
    return require(ruffPackage)
  } catch {
    throw impossible(
      `To lint Python, the package "${ruffPackage}" must be installed beside this program; ask the operator to install it.`
    )
  }
}
