import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { devNull, tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { explainFileError } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { Stop } from "../Stop.ts"
import { WrongUse } from "../WrongUse.ts"
import { brokenCode } from "./listDemoSteps.ts"

/** The folder of the demo: a project with a policy, and the record beside it. */
export interface DemoFolder {
  /** The folder of the record. Calls cannot reach it. */
  readonly record: string
  /** Whether the project is a Git repository with a remote to push to. */
  readonly hasGit: boolean
}

/** Makes the folder, and changes to its project. When the scope closes, changes back and deletes the folder. */
export const makeDemoFolder = Effect.gen(function* () {
  const stop = yield* Stop
  const before = yield* Effect.sync(currentFolder)
  const folder = yield* Effect.acquireRelease(temporaryFolder, (path) => Effect.sync(() => leave(path, before)))
  stop.beforeTheEnd(async () => leave(folder, before))
  const project = join(folder, "shop")
  mkdirSync(project)
  process.chdir(project)
  for (const [name, text] of Object.entries(files)) writeFileSync(name, text)
  const hasGit = yield* Effect.promise(() => makeRepository(project, stop.signal))
  return { record: join(folder, "record"), hasGit } satisfies DemoFolder
})

const temporaryFolder = Effect.try({
  // A gate shows paths without links.
  try: () => realpathSync(mkdtempSync(join(tmpdir(), "toolgate-demo-"))),
  catch: (cause) =>
    new WrongUse({
      message: `The demo cannot make its folder in ${JSON.stringify(tmpdir())}: ${explainFileError(cause, "write")}. Set TMPDIR to a folder that can be written.`,
      cause
    })
})

/** Returns the current folder; `undefined` if it was removed. */
const currentFolder = (): string | undefined => {
  try {
    return process.cwd()
  } catch {
    return undefined
  }
}

const leave = (folder: string, to: string | undefined): void => {
  try {
    process.chdir(to ?? dirname(folder))
  } catch {
    // It was removed while the demo ran.
    process.chdir(dirname(folder))
  }
  rmSync(folder, { recursive: true, force: true })
}

const files = {
  "cart.mjs": brokenCode,
  "cart.test.mjs": `import assert from "node:assert"
import { total } from "./cart.mjs"

assert.equal(total([2, 3]), 5)
console.log("ok: 2 + 3 = 5")
`,
  ".env": "PASSWORD=not-a-real-one\n",
  ".gitignore": ".env\norigin.git\n"
}

/**
 * Makes a Git repository in the project, with a bare repository to push to. The bare one is inside the project, because
 * confined commands can write only there. Returns whether all of it succeeded.
 */
const makeRepository = async (project: string, signal: AbortSignal): Promise<boolean> => {
  const commands = [
    ["init", "-q", "--bare", "-b", "main", "origin.git"],
    ["init", "-q", "-b", "main"],
    ...Object.entries(settings).map(([name, value]) => ["config", name, value]),
    ["add", "."],
    ["commit", "-qm", "Begin"],
    ["push", "-q", "origin", "main"]
  ]
  for (const words of commands) if (!(await runGit(words, project, signal))) return false
  return true
}

const runGit = async (words: ReadonlyArray<string>, cwd: string, signal: AbortSignal): Promise<boolean> => {
  // Detached, so that Ctrl-C reaches only the demo, which then ends git.
  const child = spawn("git", words, { cwd, env: gitEnvironment(), signal, detached: true, stdio: "ignore" })
  const ended = await once(child, "close").catch(() => [])
  return ended[0] === 0
}

/** The settings of the repository. The user's own settings are not read. */
const settings = {
  "user.name": "agent",
  "user.email": "agent@example.org",
  "commit.gpgSign": "false",
  "core.hooksPath": devNull,
  "remote.origin.url": "./origin.git",
  "remote.origin.fetch": "+refs/heads/*:refs/remotes/origin/*"
}

const gitEnvironment = () => ({ PATH: process.env.PATH, GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: "1" })
