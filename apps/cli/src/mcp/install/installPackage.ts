import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import type { PackagedServer } from "./findServerPackage.ts"
import { PackageNotInstalled } from "./PackageNotInstalled.ts"
import { type InstalledPackage, readInstalledPackage } from "./readInstalledPackage.ts"

/**
 * Installs a server's package into a new folder under `folder` without running any install script. Leaves nothing behind on failure or
 * interruption.
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
        yield* server.runner === "npx" ? byNpm(server, made.path) : byPip(server, made.path)
        const installed = yield* readInstalledPackage(server, made.path)
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

const byNpm = (server: PackagedServer, folder: string) =>
  run(
    "npm",
    ["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--omit=dev", "--", server.package],
    "install Node and npm"
  )

const byPip = (server: PackagedServer, folder: string) =>
  Effect.andThen(
    run("python3", ["-m", "venv", folder], "install Python 3 with venv"),
    // A wheel is only unpacked, but building a source distribution runs its code.
    run(
      join(folder, "bin", "python"),
      [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--only-binary",
        ":all:",
        "--",
        server.package
      ],
      "install Python 3 with pip"
    )
  )

/** Runs a program that installs. */
const run = (program: string, args: ReadonlyArray<string>, remedy: string): Effect.Effect<void, PackageNotInstalled> =>
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
      if (status === 0) resume(Effect.void)
      else failed(`failed. It says:\n${lastLines(complaint) || lastLines(printed) || `status ${status}`}`)
    })
  })

const lastLines = (text: string): string => text.trim().split("\n").slice(-6).join("\n")
