import { type ChildProcess, execFileSync, fork } from "node:child_process"
import events from "node:events"
import { chownSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Ran } from "@toolgate/core"
import { once } from "@toolgate/processes"
import { isRoot, type Running, shUntil, type Workspace } from "./running.ts"

/**
 * The users for whom a gate can run here: this user and, if this user is root, also a user without any rights, because
 * root may do what others may not.
 */
export const users = isRoot ? (["root", "an ordinary user"] as const) : (["an ordinary user"] as const)

const ordinary = 12_321

/** The folder for compiled code of the ordinary user's gates, so that compiling happens once. */
const compiled = once(() => {
  const folder = join(import.meta.dirname, "../../node_modules/.cache/compiled-by-another")
  mkdirSync(folder, { recursive: true })
  chownSync(folder, ordinary, ordinary)
  return folder
})

let gate: ChildProcess | undefined

const startGate = (): ChildProcess =>
  fork(join(import.meta.dirname, "ordinaryGate.ts"), {
    execArgv: ["--conditions=@toolgate/source", "--disable-warning=ExperimentalWarning"],
    cwd: join(import.meta.dirname, "../.."),
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled() },
    uid: ordinary,
    gid: ordinary
  })

/** Ends the gate of the ordinary user, if one was started. */
export const endGate = async (): Promise<void> => {
  const ending = gate
  gate = undefined
  if (ending === undefined) return
  const ended = events.once(ending, "exit")
  ending.disconnect()
  await ended
}

/**
 * Runs a text in a shell, in a gate of that user, and stops it when it has printed `until`, if given. The user becomes
 * the owner of the workspace and its content. The gate of the ordinary user runs one text at a time, until `endGate`.
 */
export const shAs = async (
  user: (typeof users)[number],
  script: string,
  { workspace, until, ...running }: Pick<Running, "grant"> & { readonly workspace: Workspace; readonly until?: string }
): Promise<Ran> => {
  if (!isRoot || user === "root") return shUntil(script, { workspace, ...running }, until)
  // Changing the owner of a set-ID file would remove that mode.
  execFileSync("find", [workspace.path, "!", "-perm", "/6000", "-exec", "chown", `${ordinary}:${ordinary}`, "{}", "+"])
  gate ??= startGate()
  const answered = events.once(gate, "message")
  gate.send({ script, path: workspace.path, running, until })
  const [ran] = await answered
  return ran
}
