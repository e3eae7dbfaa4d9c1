import { execFileSync } from "node:child_process"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { hasBubblewrap, Workspace } from "../command/running.ts"

const confinements = hasBubblewrap ? (["required", "waived"] as const) : (["waived"] as const)

describe.skipIf(!existsSync("/bin/bash")).each(confinements)("a command with confinement %s", (confinement) => {
  it("reads nothing from a descriptor that its gate was started with", () => {
    using workspace = new Workspace()
    writeFileSync(workspace.at("file"), "SECRET")
    // The test starts its own gate, because the initial descriptors of this process are unknown. Node itself handles
    // the first few.
    const program = `
      import { sh, textOf } from "./test/command/running.ts"
      const script = "ls -l /proc/self/fd; cat /proc/self/fd/30"
      process.stdout.write(textOf(await sh(script, { grant: { confinement: process.env.CONFINEMENT } })))
      process.exit()`
    const gate = 'exec 30< "$1"; shift; exec "$@"'
    const node = [process.execPath, "--conditions=@toolgate/source", "--input-type=module", "--eval", program]
    const said = execFileSync("bash", ["-c", gate, "bash", workspace.at("file"), ...node], {
      cwd: join(import.meta.dirname, "../.."),
      env: { ...process.env, CONFINEMENT: confinement },
      encoding: "utf8"
    })
    expect(said).toMatch(/ 30 -> \/dev\/null$/m)
    expect(said).not.toMatch(/SECRET|file$/m)
  })
})
