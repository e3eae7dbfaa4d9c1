import { statSync } from "node:fs"
import { basename, extname } from "node:path"
import { explainFileError } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { defineTool } from "toolgate"
import { WrongUse } from "../WrongUse.ts"
import { findGuestFlag, type GuestFlags } from "./guestFlags.ts"

/** Whether the command line names a file. A tool's name has no slash. */
export const isGuestFile = (name: string): boolean => name.includes("/")

/** Makes a tool for a module or script. The tool accepts any arguments, and may use the files that `--files` allows. */
export const makeGuestTool = Effect.fnUntraced(function* (path: string, flags: GuestFlags) {
  const extension = extname(path)
  const isScript = scripts.includes(extension)
  if (!isScript && extension !== ".wasm")
    return yield* new WrongUse({
      message: `"${path}" is neither a module (.wasm) nor a script (${scripts.join(", ")}); a tool's name has no slash.`
    })
  const unreadable = problemWith(path)
  if (unreadable !== undefined) return yield* new WrongUse({ message: `The file "${path}" ${unreadable}.` })
  const about = {
    name:
      basename(path, extension)
        .replaceAll(/[^A-Za-z0-9_.-]/g, "_")
        .slice(0, 128) || "guest",
    description: `The file ${path}.`,
    parameters: { type: "object" }
  }
  if (isScript) {
    const misplaced = findGuestFlag(flags)
    return misplaced === undefined
      ? defineTool({ ...about, sideEffects: "NONE", wasm: { script: path } })
      : yield* new WrongUse({
          message: `The flag "${misplaced}" is for modules; a script takes no files, arguments or variables.`
        })
  }
  const folders = yield* pairs("--guest-dir", flags.guestDir, (name) => name)
  const env = yield* pairs("--guest-env", flags.guestEnv)
  if (flags.guestDir.length > 0 && Option.isNone(flags.files))
    return yield* new WrongUse({ message: 'The flag "--guest-dir" needs "--files r" or "--files rw".' })
  return defineTool({
    ...about,
    sideEffects: Option.match(flags.files, {
      onNone: () => "NONE",
      onSome: (mode) => (mode === "r" ? "READ" : "WRITE")
    }),
    wasm: {
      module: path,
      argv: [basename(path), ...flags.guestArg],
      env,
      ...(flags.guestDir.length === 0 ? {} : { folders }),
      ...(Option.isNone(flags.output) ? {} : { output: flags.output.value })
    }
  })
})

const scripts = [".js", ".mjs", ".ts", ".mts"]

const problemWith = (path: string): string | undefined => {
  try {
    return statSync(path).isFile() ? undefined : "is not a regular file"
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    return code === "ENOENT" || code === "ENOTDIR"
      ? "does not exist"
      : `cannot be read: ${explainFileError(cause, "read")}`
  }
}

/** Parses a repeated `NAME=VALUE` flag. `valueFor` provides the value for a bare name. */
const pairs = Effect.fnUntraced(function* (
  flag: string,
  given: ReadonlyArray<string>,
  valueFor?: (name: string) => string
) {
  const found: Record<string, string> = Object.create(null)
  for (const text of given) {
    const at = text.indexOf("=")
    const name = at < 0 ? text : text.slice(0, at)
    const value = at < 0 ? valueFor?.(name) : text.slice(at + 1)
    if (name === "" || value === undefined)
      return yield* new WrongUse({
        message: `"${text}" is not a value of "${flag}"; it takes ${valueFor === undefined ? "NAME=VALUE" : "NAME or NAME=PATH"}.`
      })
    if (name in found) return yield* new WrongUse({ message: `The flag "${flag}" names "${name}" twice.` })
    found[name] = value
  }
  return found
})
