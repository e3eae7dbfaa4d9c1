import { chmodSync, symlinkSync } from "node:fs"
import type { CommandImplementation, ExecutionGrant } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { inWorkspace, tree } from "./granting.ts"
import { hasBubblewrap, type Running, run, sh, textOf, Workspace } from "./running.ts"

const confinements: ReadonlyArray<ExecutionGrant["confinement"]> = hasBubblewrap ? ["required", "waived"] : ["waived"]

const planted = "#!/bin/sh\necho planted\n"

/** A folder in which there are programs. */
const holding = (programs: Record<string, string>) => {
  const folder = inWorkspace(programs)
  for (const name of Object.keys(programs)) chmodSync(folder.at(name), 0o755)
  return folder
}

describe.each(confinements)("a program without a slash, with confinement %s", (confinement) => {
  it("is never taken from a folder that calls may write, through any form of PATH", async () => {
    using workspace = holding({ "bin/ls": planted, "bin/planted": planted })
    using written = holding({ "bin/ls": planted, "bin/planted": planted })
    using outside = new Workspace()
    using mine = holding({ planted })
    symlinkSync(workspace.at("bin"), outside.at("into"))
    symlinkSync(mine.path, workspace.at("out"))
    const files = [tree(workspace.path, "rw"), tree(written.path, "rw"), tree(mine.path, "r")]
    const folders = [
      workspace.at("bin"),
      `${outside.path}/../${workspace.path.split("/").at(-1)}/bin`,
      outside.at("into"),
      workspace.at("out"),
      written.at("bin")
    ]
    for (const folder of folders) {
      const path = `${folder}:bin::/usr/bin:/bin`
      const ways: ReadonlyArray<Pick<Running, "environment" | "systemPaths" | "grant"> & { env?: { PATH: string } }> = [
        { environment: { PATH: path } },
        { env: { PATH: path } },
        ...(confinement === "waived"
          ? []
          : [{ systemPaths: [folder] }, { grant: { access: { files, hosts: [], env: [], path: [folder] } } }])
      ]
      for (const { env = {}, grant, ...way } of ways) {
        const running: Running = {
          workspace,
          grant: { confinement, access: { files, hosts: [], env: [] }, ...grant },
          ...way
        }
        const command: Partial<CommandImplementation> = { env }
        expect(textOf(await sh("ls", { ...running, command }))).toBe("bin\nout\n")
        const missing = await run({ ...running, command: { ...command, argv: ["planted"] } })
        expect(missing.error?.message).toContain("that a call may write")
        expect(textOf(missing)).not.toContain("planted\n")
      }
    }
  })

  it("is found in a folder outside, and is missing rather than taken from the working folder if no folder is left", async () => {
    using workspace = holding({ planted })
    using mine = holding({ planted: "#!/bin/sh\necho mine\n" })
    const running = (path: string): Running => ({
      workspace,
      command: { argv: ["planted"], env: { PATH: path } },
      grant: {
        confinement,
        access: { files: [tree(workspace.path, "rw"), tree(mine.path, "r")], hosts: [], env: [] }
      }
    })
    expect(textOf(await run(running(`${workspace.path}:${mine.path}`)))).toBe("mine\n")
    for (const path of [workspace.path, "", ".", `${workspace.path}/none:`])
      expect((await run(running(path))).error?.message).toContain("that a call may write")
  })
})
