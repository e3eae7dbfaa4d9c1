import { spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs"
import { basename, dirname, join, sep } from "node:path"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { PackagedServer } from "./packagedServer.ts"
import type { ServerDraft } from "./ServerDraft.ts"

/** An error about a package that could not be installed. The message says what to do. */
export class PackageNotInstalled extends Data.TaggedError("PackageNotInstalled")<{ readonly message: string }> {}

/** A package that is installed in a folder of its own. */
export interface InstalledPackage {
  /** The folder, which nothing else uses. */
  readonly folder: string
  /** The package with its exact version. */
  readonly exact: string
  /** The command of the server, and the files that it needs to see. */
  readonly draft: Required<Pick<ServerDraft, "command" | "files">>
}

/**
 * Installs the package of a server into a new folder beneath `folder`, without running any script of it or of its dependencies. On
 * failure, and on interruption, nothing is left.
 */
export const installPackage = (
  server: PackagedServer,
  folder: string
): Effect.Effect<InstalledPackage, PackageNotInstalled> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      return { path: mkdtempSync(join(realpathSync(folder), `${plainName(server.package)}-`)), isKept: false }
    }),
    (made) =>
      Effect.gen(function* () {
        const installed = yield* server.runner === "npx" ? byNpm(server, made.path) : byPip(server, made.path)
        made.isKept = true
        return installed
      }),
    ({ path, isKept }) => Effect.sync(() => (isKept ? undefined : rmSync(path, { recursive: true, force: true })))
  )

const plainName = (name: string): string =>
  name
    .replaceAll(/[^A-Za-z0-9.]+/g, "-")
    .replace(/^-/, "")
    .slice(0, 64)

const byNpm = Effect.fnUntraced(function* (server: PackagedServer, folder: string) {
  yield* run(
    "npm",
    ["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--omit=dev", "--", server.package],
    "install Node and npm"
  )
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
      command: [...(isScript ? ["node"] : []), entry, ...server.args],
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

const byPip = Effect.fnUntraced(function* (server: PackagedServer, folder: string) {
  yield* run("python3", ["-m", "venv", folder], "install Python 3 with venv")
  const python = join(folder, "bin", "python")
  // A wheel is only unpacked, whereas building a source distribution runs its code.
  yield* run(
    python,
    ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:", "--", server.package],
    "install Python 3 with pip"
  )
  const name = server.package.replace(/[[=].*$/, "")
  const report = yield* run(
    python,
    ["-c", "import importlib.metadata as m, sys; print(m.version(sys.argv[1]))", name],
    "install Python 3"
  )
  const entry = join(folder, "bin", server.program ?? name)
  if (!existsSync(entry))
    return yield* new PackageNotInstalled({
      message: `The package "${name}" has no program "${server.program ?? name}"; name one: uvx --from ${name} PROGRAM.`
    })
  return {
    folder,
    exact: `${name}==${report.trim()}`,
    draft: {
      command: [entry, ...server.args],
      files: [{ path: folder, mode: "r" as const }, ...seen(realpathSync(python))]
    }
  }
})

/** Returns the installation of a program, if it is not one of the system, which a confined program sees anyway. */
const seen = (program: string): ReadonlyArray<{ readonly path: string; readonly mode: "r" }> =>
  /^\/(?:usr(?!\/local\/)|bin|sbin|lib|lib64)\//.test(program) ? [] : [{ path: dirname(dirname(program)), mode: "r" }]

/** Runs a program that installs, and returns what it prints. */
const run = (
  program: string,
  args: ReadonlyArray<string>,
  remedy: string
): Effect.Effect<string, PackageNotInstalled> =>
  Effect.callback((resume, signal) => {
    const failed = (why: string) =>
      resume(Effect.fail(new PackageNotInstalled({ message: `"${program} ${args.slice(0, 2).join(" ")}" ${why}` })))
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], signal, timeout: 300_000 })
    let [printed, complaint] = ["", ""]
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed = (printed + text).slice(-4096)
    })
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaint = (complaint + text).slice(-4096)
    })
    child.on("error", (cause: NodeJS.ErrnoException) =>
      failed(cause.code === "ENOENT" ? `cannot be started: ${remedy}, or write "--unconfined".` : "was stopped.")
    )
    child.on("close", (status) => {
      if (status === 0) resume(Effect.succeed(printed))
      else failed(`failed. It says:\n${lastLines(complaint) || lastLines(printed) || `status ${status}`}`)
    })
  })

const lastLines = (text: string): string => text.trim().split("\n").slice(-6).join("\n")
