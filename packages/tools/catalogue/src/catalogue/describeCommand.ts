import { realpathSync } from "node:fs"
import { isAbsolute } from "node:path"
import type { DescribedImplementation, JsonObject } from "@toolgate/core"
import { describeNamedValue, holdsReference } from "@toolgate/local-secrets/references"
import { findProgram, findScripts, readContent, resolveWordsAsPaths } from "@toolgate/processes/contents"

/** The parts of a command that determine what it runs, apart from its settings. */
interface CommandParts {
  readonly argv: ReadonlyArray<string>
  readonly env: ReadonlyMap<string, string>
  /** The folder of the tool's files. */
  readonly folder: string | undefined
  readonly workspace: string | undefined
}

/**
 * Describes what a command runs. Programs and scripts in the workspace and in the tool's folder are identified by content, and system
 * programs by the path found in the entry's PATH. Without such a PATH, the program is looked up at each call.
 */
export const describeCommand = ({ argv, env, folder, workspace }: CommandParts): DescribedImplementation => {
  const [program = ""] = argv
  const place = program.startsWith("./") ? undefined : findProgram(program, pathIn(env), workspace)
  const files = [
    ...(workspace === undefined ? [] : findScripts([argv], resolveWordsAsPaths(argv, workspace))),
    ...(folder === undefined ? [] : findScripts([argv], resolveWordsAsPaths(argv.filter(isAbsolute), folder)))
  ]
  return {
    recipe: { ...(place === undefined ? {} : { program: realPath(place) }), ...describeEnvironment(env) },
    files: files.map((path) => ({ path, content: readContent(path) }))
  }
}

const pathIn = (env: ReadonlyMap<string, string>): string => {
  const path = env.get("PATH") ?? ""
  return holdsReference(path) ? "" : path
}

/** Returns a program's variables for display. */
export const describeEnvironment = (env: ReadonlyMap<string, string>): JsonObject =>
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
