import { execFile, execFileSync } from "node:child_process"
import { chownSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Ran } from "@toolgate/core"
import { once } from "@toolgate/processes"
import { isRoot, type Running, shUntil, type Workspace } from "./running.ts"

/**
 * The users who may have a gate here: this user and, if this user is root, also a user without any rights, because root
 * may do what others may not.
 */
export const users = isRoot ? (["root", "an ordinary user"] as const) : (["an ordinary user"] as const)

const ordinary = 12_321

/** The folder in which the gates of the ordinary user keep compiled code, so that compiling happens once. */
const compiled = once(() => {
  const folder = join(import.meta.dirname, "../../node_modules/.cache/compiled-by-another")
  mkdirSync(folder, { recursive: true })
  chownSync(folder, ordinary, ordinary)
  return folder
})

/**
 * Runs a text in a shell, in a gate of that user, and stops it when it has printed `until`, if given. The workspace and
 * its content come to belong to the user.
 */
export const shAs = async (
  user: (typeof users)[number],
  script: string,
  { workspace, until, ...running }: Pick<Running, "grant"> & { readonly workspace: Workspace; readonly until?: string }
): Promise<Ran> => {
  if (!isRoot || user === "root") return shUntil(script, { workspace, ...running }, until)
  // Giving away a file that is set to run as its owner would take that mode from it.
  execFileSync("find", [workspace.path, "!", "-perm", "/6000", "-exec", "chown", `${ordinary}:${ordinary}`, "{}", "+"])
  const program = `
    import { shUntil } from "./test/command/running.ts"
    const { script, path, running, until } = JSON.parse(process.env.GIVEN)
    const ran = await shUntil(script, { ...running, workspace: { path } }, until)
    process.stdout.write(JSON.stringify(ran), () => process.exit())`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=@toolgate/source", "--input-type=module", "--eval", program],
    {
      cwd: join(import.meta.dirname, "../.."),
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: compiled(),
        GIVEN: JSON.stringify({ script, path: workspace.path, running, until })
      },
      uid: ordinary,
      gid: ordinary,
      maxBuffer: 64 * 2 ** 20
    }
  )
  return JSON.parse(stdout)
}
