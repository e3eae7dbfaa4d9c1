import { spawn } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import type { FileAccess } from "@toolgate/core"
import { chooseCount } from "@toolgate/testing"
import { expect, it } from "vitest"
import { hasBubblewrap, makeSandbox, sh, textOf, Workspace } from "../command/running.ts"

// Another command of the same workspace keeps swapping a granted folder for a link that leads out. Each state lasts as
// long as making a sandbox takes: without the comparison, an eighth of these runs read the secret.
const flips = `
use strict;
my ($at) = @ARGV;
sub pause { select(undef, undef, undef, 0.002) }
while (1) {
  rename("$at/a", "$at/real"); symlink("$at/outside", "$at/a"); pause();
  unlink("$at/a"); rename("$at/real", "$at/a"); pause();
}`

it.skipIf(!hasBubblewrap)(
  "a path that is swapped for a link between its grant and its mount reveals nothing",
  async () => {
    using workspace = new Workspace()
    mkdirSync(workspace.at("a"))
    mkdirSync(workspace.at("outside"))
    writeFileSync(workspace.at("a/file"), "granted")
    writeFileSync(workspace.at("outside/file"), "SECRET")
    const flipping = spawn("perl", ["-e", flips, workspace.path], { stdio: "ignore" })
    try {
      const sandbox = await makeSandbox()
      const files: ReadonlyArray<FileAccess> = [{ path: workspace.at("a/file"), mode: "r", scope: "exact" }]
      const seen = new Map<string, number>()
      for (let n = 0; n < chooseCount(40, 600); n++) {
        const ran = await sh("cat a/file", { workspace, grant: { access: { files } as never } }, sandbox)
        expect(textOf(ran)).not.toContain("SECRET")
        const how = ran.error?.why ?? textOf(ran)
        seen.set(how, (seen.get(how) ?? 0) + 1)
      }
      // The attack took place: some runs lost their file, and no run got another file.
      expect([...seen.keys()].some((how) => how !== "granted")).toBe(true)
    } finally {
      flipping.kill("SIGKILL")
    }
  }
)
