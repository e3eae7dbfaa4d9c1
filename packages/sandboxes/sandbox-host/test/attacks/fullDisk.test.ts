import { execFileSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import type { ResolvedPath } from "@toolgate/core"
import { expect, it } from "vitest"
import { hasBubblewrap, isRoot, sh, textOf, Workspace } from "../command/running.ts"

it.skipIf(!hasBubblewrap || !isRoot)(
  "a full disk is the command's own failure, and the answer is complete",
  async () => {
    using folder = new Workspace()
    const path = folder.at("small")
    mkdirSync(path)
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "none", path])
    try {
      const files = [{ path, mode: "rw" as const, scope: "tree" as const }]
      const workspace = { path: path as ResolvedPath, at: folder.at, [Symbol.dispose]: () => {} } as Workspace
      const ran = await sh("head -c 5M /dev/zero > big; echo status $? >&2; df . | tail -1; touch another; exit 1", {
        workspace,
        grant: { access: { files } as never }
      })
      expect(ran.error).toMatchObject({ why: "ToolFailed", details: { exitStatus: 1 } })
      expect(textOf(ran)).toMatch(/No space left on device/)
      expect(ran.enforced).toMatchObject({ access: "bubblewrap" })
      const exact = [{ path: `${path}/new` as ResolvedPath, mode: "w" as const, scope: "exact" as const }]
      const other = await sh("echo text > new && echo written", {
        workspace,
        grant: { access: { files: exact } as never }
      })
      expect(other.output.metadata).toHaveProperty("exitStatus")
    } finally {
      execFileSync("umount", [path])
    }
  }
)
