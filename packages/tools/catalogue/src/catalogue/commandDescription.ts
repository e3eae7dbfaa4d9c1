import { realpathSync } from "node:fs"
import { isAbsolute } from "node:path"
import type { DescribedImplementation, JsonObject } from "@toolgate/core"
import { describeNamedValue, holdsReference } from "@toolgate/local-secrets/references"
import { findProgram, findScripts, readContent, resolveWordsAsPaths } from "@toolgate/processes/contents"

/** The parts of a command that decide what it runs, beside its settings. */
interface CommandParts {
  readonly argv: ReadonlyArray<string>
  readonly env: ReadonlyMap<string, string>
  /** The folder of the tool's own files. */
  readonly folder: string | undefined
  readonly workspace: string | undefined
}

/**
 * Returns what a command runs. Programs and scripts of the workspace and of the tool's own folder count with their contents, and one of
 * the system with the path to which its name leads in the PATH of the entry. Without such a PATH, the call decides where the name leads.
 */
export const commandDescription = ({ argv, env, folder, workspace }: CommandParts): DescribedImplementation => {
  const [program = ""] = argv
  const place = program.startsWith("./") ? undefined : findProgram(program, pathIn(env), workspace)
  const files = [
    ...(workspace === undefined ? [] : findScripts([argv], resolveWordsAsPaths(argv, workspace))),
    ...(folder === undefined ? [] : findScripts([argv], resolveWordsAsPaths(argv.filter(isAbsolute), folder)))
  ]
  return {
    recipe: { ...(place === undefined ? {} : { program: realPath(place) }), ...environmentRecipe(env) },
    files: files.map((path) => ({ path, content: readContent(path) }))
  }
}

const pathIn = (env: ReadonlyMap<string, string>): string => {
  const path = env.get("PATH") ?? ""
  return holdsReference(path) ? "" : path
}

/** Returns the variables of a program as they are shown. */
export const environmentRecipe = (env: ReadonlyMap<string, string>): JsonObject =>
  env.size === 0
    ? {}
    : { environment: Object.fromEntries(Array.from(env, ([name, value]) => [name, describeNamedValue(name, value)])) }

const realPath = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
