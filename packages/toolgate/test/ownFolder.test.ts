import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hasBubblewrap } from "@toolgate/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { builtins, createToolgate, defineTool, shell, Type } from "../src/index.ts"

/** An app's tool that moves files, as a function of this process. */
const move = defineTool({
  name: "move",
  description: "Moves a file or a folder.",
  parameters: Type.Object({ from: Type.String(), to: Type.String() }),
  sideEffects: "WRITE",
  resources: [
    { kind: "file", arg: "/from", mode: "rw", within: "workspace" },
    { kind: "file", arg: "/to", mode: "w", within: "workspace" }
  ],
  execute: ({ from, to }) => renameSync(from, to)
})

const unconfined = "tools: { shell: { unconfined: true } }\n"

/** Opens a gate whose policy is beneath its workspace, beside a folder that an agent has prepared. */
const opened = async (more = "", place = ".toolgate") => {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-own-")))
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }))
  const policy = `version: 1\nrules: { allow: [shell, "Read(/**)", move, write_file], deny: ["read_file(secret)"] }\n${more}`
  for (const name of [place, "new"]) mkdirSync(join(workspace, name), { recursive: true })
  writeFileSync(join(workspace, place, "toolgate.yaml"), policy)
  writeFileSync(join(workspace, "new", "toolgate.yaml"), "version: 1\nrules: { allow: [shell] }\n")
  const gate = await createToolgate({
    workspace,
    policy: { files: [join(workspace, place, "toolgate.yaml")] },
    tools: [...builtins(), move, shell]
  })
  onTestFinished(() => gate.close())
  const sh = (command: string) => gate.dispatch({ id: "1", tool: "shell", args: { command } })
  const isKept = () => readFileSync(join(workspace, place, "toolgate.yaml"), "utf8") === policy
  return { workspace, gate, sh, isKept }
}

const swaps = [
  "mv -T .toolgate old; mv -T new .toolgate",
  "mv .toolgate old",
  "mv new/* .toolgate/",
  "rm -rf .toolgate; mv new .toolgate",
  "cp -r new/. .toolgate/",
  "ln -sfn new .toolgate",
  "ln -sfT new .toolgate",
  "mv --exchange new .toolgate; mv new/toolgate.yaml .toolgate/toolgate.yaml",
  "cd .toolgate && mv toolgate.yaml x",
  "cd .. && mv -T $OLDPWD/.toolgate $OLDPWD/old",
  'perl -e \'rename ".toolgate", "old" and rename "new", ".toolgate"\'',
  'python3 -c \'import os; os.rename(".toolgate", "old"); os.rename("new", ".toolgate")\''
]

describe.skipIf(!hasBubblewrap())("a policy beneath the workspace, for a confined command", () => {
  it.each(swaps)("stays in place and unchanged: %s", async (command) => {
    const { workspace, sh, isKept } = await opened()
    await sh(command)
    expect(isKept()).toBe(true)
    expect(existsSync(join(workspace, "old"))).toBe(false)
  })

  it("stays at any depth, and files beside it can be moved", async () => {
    const { workspace, sh, isKept } = await opened("", "a/b/c")
    const { output } = await sh("for f in a a/b a/b/c; do mv -T $f x || echo kept; done; mkdir a/d; mv a/d a/e; ls a")
    expect(output.content[0]).toMatchObject({ text: expect.stringMatching(/(?:kept\n.*){3}b\ne\n/s) })
    expect(isKept()).toBe(true)
    expect(readdirSync(join(workspace, "a"))).toEqual(["b", "e"])
  })

  it("may be read, together with its folder", async () => {
    const { sh } = await opened()
    expect(await sh("ls .toolgate; ls -a .; grep -rl version .")).toMatchObject({ success: true })
  })
})

describe("a policy beneath the workspace, for unconfined tools", () => {
  it.each([
    "mv -T .toolgate old; mv -T new .toolgate",
    "rm -rf .toolgate",
    "ln -sfn new .toolgate",
    "cp -r new/. .toolgate/",
    "cd .toolgate && rm toolgate.yaml",
    "rm -rf ../$(basename $PWD)/.toolgate",
    "mv .toolgate/ old",
    "ls .toolgate"
  ])("is not moved or replaced: %s", async (command) => {
    const { workspace, sh, isKept } = await opened(unconfined)
    const { executed, error } = await sh(command)
    expect([executed, error?.class]).toEqual(["no", "permission_denied"])
    expect(isKept()).toBe(true)
    expect(existsSync(join(workspace, "old"))).toBe(false)
  })

  it("leaves the rest of the workspace readable", async () => {
    const { sh } = await opened(unconfined)
    for (const command of ["ls .", "grep -rl version .", "ls -a", "find . -name x", "ls /", "cd new && ls .."])
      expect(await sh(command), command).toMatchObject({ success: true })
  })

  it("is not moved by a tool of this process, in either direction, even through a link", async () => {
    const { workspace, gate, isKept } = await opened()
    symlinkSync(".toolgate", join(workspace, "link"))
    for (const [from, to] of [
      [".toolgate", "old"],
      ["new", ".toolgate"],
      ["link", "old"],
      ["./new/../.toolgate/", "old"],
      [".", "old"]
    ]) {
      const answer = await gate.dispatch({ id: "1", tool: "move", args: { from, to } as Record<string, string> })
      expect(answer, from).toMatchObject({ executed: "no", error: { slug: "fs_denied" } })
    }
    expect(isKept()).toBe(true)
    process.chdir(workspace)
    onTestFinished(() => process.chdir(import.meta.dirname))
    expect(await gate.dispatch({ id: "1", tool: "move", args: { from: "new", to: "old" } })).toMatchObject({
      success: true
    })
  })

  it("is not redirected by another link on its path", async () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-own-")))
    onTestFinished(() => rmSync(base, { recursive: true, force: true }))
    for (const name of ["ws/releases/1", "ws/evil", "ws/first"]) mkdirSync(join(base, name), { recursive: true })
    symlinkSync("first", join(base, "ws/conf"))
    symlinkSync("../releases/1", join(base, "ws/first/current"))
    writeFileSync(join(base, "ws/releases/1/p.yaml"), `version: 1\nrules: { allow: [shell] }\n${unconfined}`)
    await using gate = await createToolgate({
      workspace: join(base, "ws"),
      policy: { files: [join(base, "ws/conf/current/p.yaml")] },
      tools: [shell]
    })
    for (const command of ["rm conf", "ln -sfn evil conf", "mv first x", "rm first/current", "ls releases"])
      expect(await gate.dispatch({ id: "1", tool: "shell", args: { command } }), command).toMatchObject({
        executed: "no",
        error: { class: "permission_denied" }
      })
    expect(await gate.dispatch({ id: "1", tool: "shell", args: { command: "ls evil" } })).toMatchObject({
      success: true
    })
  })

  it("may be an audit log beside the workspace, including the folders that lead to it", async () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-own-")))
    onTestFinished(() => rmSync(base, { recursive: true, force: true }))
    for (const name of ["ws", "logs/gate"]) mkdirSync(join(base, name), { recursive: true })
    writeFileSync(join(base, "p.yaml"), `version: 1\nrules: { allow: [shell] }\n${unconfined}`)
    await using gate = await createToolgate({
      workspace: join(base, "ws"),
      policy: { files: [join(base, "p.yaml")] },
      tools: [shell],
      audit: { folder: join(base, "logs/gate") }
    })
    for (const command of ["mv ../logs ../x", `rm -rf ${base}/logs`, "rm -rf .."])
      expect((await gate.dispatch({ id: "1", tool: "shell", args: { command } })).executed, command).toBe("no")
    expect(readdirSync(join(base, "logs/gate"))).not.toEqual([])
  })
})
