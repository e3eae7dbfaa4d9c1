import { execFile, execFileSync } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Ran } from "@toolgate/core"
import { isRoot, type Running, sh, type Workspace } from "./running.ts"

/** Who may have a gate here: this user, and, since root may do what others may not, one that has no rights at all. */
export const users = isRoot ? (["root", "an ordinary user"] as const) : (["an ordinary user"] as const)

const ordinary = 12_321

/** Runs a text in a shell, by a gate of that user. The workspace and what it holds come to belong to the user. */
export const shAs = async (
  user: (typeof users)[number],
  script: string,
  { workspace, ...running }: Pick<Running, "grant"> & { readonly workspace: Workspace }
): Promise<Ran> => {
  if (!isRoot || user === "root") return sh(script, { workspace, ...running })
  // Whoever gives a file away that is set to run as its owner takes that from it.
  execFileSync("find", [workspace.path, "!", "-perm", "/6000", "-exec", "chown", `${ordinary}:${ordinary}`, "{}", "+"])
  const program = `
    import { sh } from "./test/command/running.ts"
    const { script, path, running } = JSON.parse(process.env.GIVEN)
    const ran = await sh(script, { ...running, workspace: { path } })
    process.stdout.write(JSON.stringify(ran), () => process.exit())`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=@toolgate/source", "--input-type=module", "--eval", program],
    {
      cwd: join(import.meta.dirname, "../.."),
      env: { PATH: process.env.PATH, GIVEN: JSON.stringify({ script, path: workspace.path, running }) },
      uid: ordinary,
      gid: ordinary,
      maxBuffer: 64 * 2 ** 20
    }
  )
  return JSON.parse(stdout)
}
