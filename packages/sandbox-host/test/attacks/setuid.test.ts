import { chmodSync, copyFileSync, existsSync } from "node:fs"
import { expect, it } from "vitest"
import { hasBubblewrap, isRoot, sh, textOf, Workspace } from "../command/running.ts"

it.skipIf(!hasBubblewrap || !isRoot || !existsSync("/usr/bin/su"))(
  "a program that is set to run as root gains nothing",
  async () => {
    using workspace = new Workspace()
    copyFileSync("/usr/bin/id", workspace.at("id"))
    chmodSync(workspace.at("id"), 0o6755)
    const ran = await sh("./id -u; ./id -ru; su -c id root; cp /usr/bin/id own; chmod 6755 own; ./own -u", {
      workspace
    })
    expect(textOf(ran)).not.toMatch(/^0$/m)
    expect(textOf(ran)).not.toContain("uid=0")
    expect(textOf(ran).match(/^65534$/gm)).toHaveLength(3)
    expect(ran.enforced.access).toBe("bubblewrap")
  }
)
