import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { expect, it } from "vitest"
import { hasBubblewrap, sh, textOf, Workspace } from "../command/running.ts"

it.skipIf(!hasBubblewrap)("a confined command does not see the files of the host and of its users", async () => {
  using workspace = new Workspace()
  using other = new Workspace()
  writeFileSync(other.at("file"), "SECRET")
  const marked = `${homedir()}/.toolgate-test-${process.pid}`
  mkdirSync(marked)
  writeFileSync(`${marked}/file`, "SECRET")
  try {
    const paths = [
      other.at("file"),
      `${marked}/file`,
      "/etc/shadow",
      "/etc/gshadow",
      "/etc/sudoers",
      "/etc/ssh",
      "/etc/ssl/private",
      "/root",
      "/home",
      "/run",
      "/var",
      "/boot",
      "/mnt",
      "/srv",
      "/opt",
      "/data"
    ]
    const ran = await sh(
      `for f in ${paths.join(" ")}; do ls -d $f; cat $f; find $f -type f; done 2>/dev/null; echo end`,
      { workspace }
    )
    const found = textOf(ran).trim().split("\n")
    // Names on the path to the test's own workspace may be there.
    expect(found.filter((line) => line !== "end" && !workspace.path.startsWith(line))).toEqual([])
    expect(ran.enforced).toMatchObject({ access: "bubblewrap", files: "mounts" })
  } finally {
    rmSync(marked, { recursive: true })
  }
})
