import { execFileSync } from "node:child_process"
import { chmodSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { hasBubblewrap, isRoot, Workspace } from "../command/running.ts"

/** Runs as a user to whom a folder's mode applies. It does not apply to root. */
const ordinary = isRoot ? ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] : ["env"]

const canBe = (() => {
  try {
    const [program = "", ...words] = [...ordinary, process.execPath, "--version"]
    execFileSync(program, words, { cwd: join(import.meta.dirname, "../.."), stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()

const program = `
  import { sh, textOf } from "./test/command/running.ts"
  import { granting, inWorkspace, tree } from "./test/command/granting.ts"
  import { chmodSync } from "node:fs"
  using workspace = inWorkspace({ "conf/.env": "SECRET" })
  const running = { workspace, ...granting(tree(workspace.path, "rw", [{ pattern: "**/.env", mode: "rw" }])) }
  const locked = await sh("chmod 311 conf", running)
  const read = await sh("cat conf/.env; chmod 700 conf; cat conf/.env", running)
  chmodSync(workspace.at("conf"), 0o700)
  console.log(JSON.stringify([locked.error?.why, read.enforced.access, textOf(read)]))
  process.exit(0)`

it.skipIf(!hasBubblewrap || !canBe)(
  "a folder that a command locks against listing does not expose its protected files to the next command",
  () => {
    using home = new Workspace()
    chmodSync(home.path, 0o777)
    const words = [...ordinary, process.execPath, "--conditions=@toolgate/source", "--input-type=module", "--eval"]
    const [launcher = "", ...rest] = [...words, program]
    const said = execFileSync(launcher, rest, {
      cwd: join(import.meta.dirname, "../.."),
      env: { ...process.env, TMPDIR: home.path },
      encoding: "utf8"
    })
    const [locked, access, text] = JSON.parse(said.trim().split("\n").at(-1) ?? "")
    expect([locked, access]).toEqual(["FileDenied", "bubblewrap"])
    expect(text).not.toContain("SECRET")
  }
)
