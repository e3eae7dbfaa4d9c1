import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs"
import { basename, dirname, join, sep } from "node:path"
import { escapeReferences } from "@toolgate/local-secrets/references"
import * as Effect from "effect/Effect"
import type { PackagedServer } from "./findServerPackage.ts"
import { PackageNotInstalled } from "./PackageNotInstalled.ts"
import type { ServerDraft } from "./ServerDraft.ts"

/** A package that is installed in a separate folder. */
export interface InstalledPackage {
  /** The folder, used by nothing else. */
  readonly folder: string
  /** The package with its exact version. */
  readonly exact: string
  /** The server's command, and the files that it must see. */
  readonly draft: Required<Pick<ServerDraft, "command" | "files">>
}

/** Returns an installed package from its folder. Runs nothing. Fails if the server's program is missing. */
export const readInstalledPackage = (
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
      // The path contains file names that the package chose.
      command: [...(isScript ? [escapeReferences("node")] : []), escapeReferences(entry), ...server.args],
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
      command: [escapeReferences(entry), ...server.args],
      files: [{ path: folder, mode: "r" as const }, ...seen(realpathSync(join(folder, "bin", "python")))]
    }
  }
})

/** Returns the names of the packages in a virtual environment. Its Python is not started, because that would run code in `.pth` files. */
const distributionsIn = (folder: string): ReadonlyArray<string> => {
  try {
    const lib = join(folder, "lib")
    return readdirSync(lib).flatMap((python) => readdirSync(join(lib, python, "site-packages")))
  } catch {
    return []
  }
}

/** Normalizes the name of a Python package. */
const plain = (name: string | undefined): string | undefined => name?.replaceAll(/[-_.]+/g, "-").toLowerCase()

/** Returns the installation of a program. `undefined` for a system program, which confined programs always see. */
const seen = (program: string): ReadonlyArray<{ readonly path: string; readonly mode: "r" }> =>
  /^\/(?:usr(?!\/local\/)|bin|sbin|lib|lib64)\//.test(program) ? [] : [{ path: dirname(dirname(program)), mode: "r" }]
