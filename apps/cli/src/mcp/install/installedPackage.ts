import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs"
import { basename, dirname, join, sep } from "node:path"
import { literally } from "@toolgate/local-secrets/references"
import * as Effect from "effect/Effect"
import { PackageNotInstalled } from "./PackageNotInstalled.ts"
import type { PackagedServer } from "./packagedServer.ts"
import type { ServerDraft } from "./ServerDraft.ts"

/** A package that is installed in a folder of its own. */
export interface InstalledPackage {
  /** The folder, which nothing else uses. */
  readonly folder: string
  /** The package with its exact version. */
  readonly exact: string
  /** The command of the server, and the files that it needs to see. */
  readonly draft: Required<Pick<ServerDraft, "command" | "files">>
}

/** Returns the package of a server as it is installed in a folder. Runs nothing, and fails if the server's program is not there. */
export const installedPackage = (
  server: PackagedServer,
  folder: string
): Effect.Effect<InstalledPackage, PackageNotInstalled> =>
  server.runner === "npx" ? ofNpm(server, folder) : ofPip(server, folder)

const ofNpm = Effect.fnUntraced(function* (server: PackagedServer, folder: string) {
  const name = server.package.replace(/(?<=.)@[^/@]*$/, "")
  const home = join(folder, "node_modules", name)
  const manifest = yield* Effect.try({
    try: () => JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as Manifest,
    catch: () => new PackageNotInstalled({ message: `npm installed nothing that is called "${name}".` })
  })
  const program = yield* programOf(manifest, name, server.program)
  const entry = yield* Effect.try({
    try: () => realpathSync(join(home, program)),
    catch: () => new PackageNotInstalled({ message: `The package "${name}" lacks its program "${program}".` })
  })
  if (!entry.startsWith(folder + sep))
    return yield* new PackageNotInstalled({ message: `The program of the package "${name}" is outside of it.` })
  const isScript = /^#!.*\bnode\b/.test(readFileSync(entry, "utf8").slice(0, 128)) || /\.[cm]?js$/.test(entry)
  return {
    folder,
    exact: `${name}@${manifest.version}`,
    draft: {
      // The path has the names that the package gave to its files.
      command: [...(isScript ? [literally("node")] : []), literally(entry), ...server.args],
      files: [{ path: folder, mode: "r" as const }, ...seen(isScript ? process.execPath : entry)]
    }
  }
})

interface Manifest {
  readonly version?: string
  readonly bin?: string | Readonly<Record<string, string>>
}

const programOf = ({ bin = {} }: Manifest, name: string, program: string | undefined) => {
  const programs = typeof bin === "string" ? { [basename(name)]: bin } : bin
  const names = Object.keys(programs)
  const [only] = names.length === 1 ? Object.values(programs) : []
  const found = program === undefined ? (programs[basename(name)] ?? only) : programs[program]
  if (found !== undefined) return Effect.succeed(found)
  const there = names.length === 0 ? "no program" : `the programs ${names.join(", ")}`
  const message = `The package "${name}" has ${there}${names.length > 1 ? `; name one: npx --package ${name} PROGRAM` : ""}.`
  return Effect.fail(new PackageNotInstalled({ message }))
}

const ofPip = Effect.fnUntraced(function* (server: PackagedServer, folder: string) {
  const name = server.package.replace(/[[=].*$/, "")
  const entry = join(folder, "bin", server.program ?? name)
  const version = distributionsIn(folder)
    .map((file) => /^(.*)-([^-]+)\.dist-info$/.exec(file))
    .find((found) => plain(found?.[1]) === plain(name))?.[2]
  if (version === undefined || !existsSync(entry))
    return yield* new PackageNotInstalled({
      message: `The package "${name}" has no program "${server.program ?? name}"; name one: uvx --from ${name} PROGRAM.`
    })
  return {
    folder,
    exact: `${name}==${version}`,
    draft: {
      command: [literally(entry), ...server.args],
      files: [{ path: folder, mode: "r" as const }, ...seen(realpathSync(join(folder, "bin", "python")))]
    }
  }
})

/**
 * Returns the names of what is installed in a virtual environment. Its own Python is not asked: each start of it runs what a wheel has put
 * into a `.pth` file.
 */
const distributionsIn = (folder: string): ReadonlyArray<string> => {
  try {
    const lib = join(folder, "lib")
    return readdirSync(lib).flatMap((python) => readdirSync(join(lib, python, "site-packages")))
  } catch {
    return []
  }
}

/** Returns the name of a Python package in the one form to which all its spellings lead. */
const plain = (name: string | undefined): string | undefined => name?.replaceAll(/[-_.]+/g, "-").toLowerCase()

/** Returns the installation of a program, if it is not one of the system, which a confined program sees anyway. */
const seen = (program: string): ReadonlyArray<{ readonly path: string; readonly mode: "r" }> =>
  /^\/(?:usr(?!\/local\/)|bin|sbin|lib|lib64)\//.test(program) ? [] : [{ path: dirname(dirname(program)), mode: "r" }]
