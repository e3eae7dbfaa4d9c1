import { randomUUID } from "node:crypto"
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { AppNotCreated } from "./AppNotCreated.ts"
import { findNameProblem } from "./findNameProblem.ts"

/**
 * Creates an app in a new folder, or in an empty one. Returns the names of its files. Throws `AppNotCreated` if the name cannot be used, or
 * the folder cannot be written. The folder is complete from the moment it appears.
 */
export const createApp = (parent: string, name: string): ReadonlyArray<string> => {
  const problem = findNameProblem(name) ?? findFolderProblem(join(parent, name), name)
  if (problem !== undefined) throw new AppNotCreated(problem)
  const folder = join(parent, name)
  const unfinished = join(parent, `.${name}-${randomUUID().slice(0, 8)}`)
  try {
    mkdirSync(unfinished)
    const files = writeApp(unfinished, name)
    // Fails if the folder has been filled meanwhile.
    if (lstatSync(folder, { throwIfNoEntry: false })) rmdirSync(folder)
    renameSync(unfinished, folder)
    return files
  } catch (cause) {
    rmSync(unfinished, { recursive: true, force: true })
    const { code = "unknown" } = cause as NodeJS.ErrnoException
    throw new AppNotCreated(
      `The folder "${name}" cannot be written: ${reasons[code] ?? code}. Choose a folder that you may write to, and try again.`,
      { cause }
    )
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "you may not write here",
  EPERM: "you may not write here",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  ENOENT: "the current folder no longer exists",
  ENOTEMPTY: "another program has just filled it"
}

const findFolderProblem = (folder: string, name: string): string | undefined => {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (found.isSymbolicLink()) return `"${name}" is a symbolic link. Remove it, or choose another name.`
  if (!found.isDirectory()) return `"${name}" is a file. Move it away, or choose another name.`
  return readdirSync(folder).length === 0
    ? undefined
    : `The folder "${name}" is not empty, and was not changed. Choose another name, or empty the folder first.`
}

const template = fileURLToPath(new URL("../template/", import.meta.url))

const writeApp = (folder: string, name: string): ReadonlyArray<string> => {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(makeManifest(name), null, 2)}\n`)
  for (const [from, to] of templateFiles) copyFileSync(join(template, from), join(folder, to))
  return ["package.json", ...templateFiles.map(([, to]) => to)]
}

/** The files of the template, and their names in an app. npm leaves a `.gitignore` out of a package. */
const templateFiles = [
  ["app.ts", "app.ts"],
  ["toolgate.yaml", "toolgate.yaml"],
  ["README.md", "README.md"],
  ["gitignore", ".gitignore"]
] as const

const makeManifest = (name: string) => ({
  name,
  private: true,
  type: "module",
  engines: { node: ">=22.19" },
  scripts: { start: "node app.ts", test: "toolgate policy test toolgate.yaml" },
  dependencies: { toolgate: `^${version}` }
})

/** The version of this package, which is also that of `toolgate`. */
const { version } = JSON.parse(readFileSync(fileURLToPath(new URL("../package.json", import.meta.url)), "utf8")) as {
  readonly version: string
}
