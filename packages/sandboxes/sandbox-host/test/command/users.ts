import { execFile, execFileSync } from "node:child_process"
import { chownSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Ran } from "@toolgate/core"
import { once } from "@toolgate/processes"
import { isRoot, type Running, shUntil, type Workspace } from "./running.ts"

/** Who may have a gate here: this user, and, since root may do what others may not, one that has no rights at all. */
export const users = isRoot ? (["root", "an ordinary user"] as const) : (["an ordinary user"] as const)

const ordinary = 12_321

/** Where the gates of that user keep what they have compiled, so that it is done once. */
const compiled = once(() => {
  const folder = join(import.meta.dirname, "../../node_modules/.cache/compiled-by-another")
  mkdirSync(folder, { recursive: true })
  chownSync(folder, ordinary, ordinary)
  return folder
})

/**
 * Runs a text in a shell, by a gate of that user, and stops it when it has said what it is waited for, if anything. The workspace and
 * what it holds come to belong to the user.
 */
export const shAs = async (
  user: (typeof users)[number],
  script: string,
  { workspace, until, ...running }: Pick<Running, "grant"> & { readonly workspace: Workspace; readonly until?: string }
): Promise<Ran> => {
  if (!isRoot || user === "root") return shUntil(script, { workspace, ...running }, until)
  // Whoever gives a file away that is set to run as its owner takes that from it.
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
