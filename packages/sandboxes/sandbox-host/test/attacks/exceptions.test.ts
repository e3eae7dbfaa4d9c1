import { execFileSync } from "node:child_process"
import { chmodSync, existsSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs"
import type { FileException, FileMode } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { removeEntry } from "../../src/confinement/removeEntry.ts"
import { granting, inWorkspace, tree } from "../command/granting.ts"
import { hasBubblewrap, sh, textOf, Workspace } from "../command/running.ts"

const env: FileException = { pattern: "**/.env", mode: "rw" }
const git: FileException = { pattern: ".git/**", mode: "w" }

const excepting = (workspace: Workspace, mode: FileMode, ...except: ReadonlyArray<FileException>) => ({
  workspace,
  ...granting(tree(workspace.path, mode, except))
})

describe.skipIf(!hasBubblewrap)("a path that is excepted from a tree", () => {
  it("gives the folders above it no additional access", async () => {
    using workspace = inWorkspace({ "conf/b/.env": "S", "a/b/.env": "S" })
    const script = "touch conf/b/x a/b/x a/x; ls -A conf/b a/b a"
    const kept = { pattern: "conf/**", mode: "w" } as const
    await sh(script, excepting(workspace, "r", env))
    expect([readdirSync(workspace.at("a")), readdirSync(workspace.at("a/b"))]).toEqual([["b"], [".env"]])
    await sh(script, excepting(workspace, "rw", kept, env))
    expect(readdirSync(workspace.at("conf/b"))).toEqual([".env"])
    expect(readdirSync(workspace.at("a/b")).toSorted()).toEqual([".env", "x"])
  })

  it("cannot be read through a name that is not UTF-8", async () => {
    for (const [name, pattern] of [
      ["$'\\xff'/.env", "**/.env"],
      ["$'a\\xff.env'", "**/*.env"]
    ] as const) {
      using workspace = new Workspace()
      const at = `${workspace.path}/${name}`
      execFileSync("bash", ["-c", `mkdir -p $(dirname ${at}); echo SECRET > ${at}`])
      const ran = await sh("cat */.env *.env", excepting(workspace, "rw", { pattern, mode: "rw" }))
      expect(ran.error).toMatchObject({ why: "SandboxUnavailable", message: expect.stringMatching(/not UTF-8/) })
      expect(textOf(ran)).toBe("")
      expect(textOf(await sh("ls", excepting(workspace, "rw", git)))).not.toBe("")
    }
  })

  it("is removed in any amount if it was made during the run, and reported in an answer of limited length", async () => {
    using workspace = new Workspace()
    const script = "for i in $(seq 300); do mkdir d$i; : > d$i/.env; done"
    const ran = await sh(script, excepting(workspace, "rw", { pattern: "**/.env", mode: "w" }))
    expect(readdirSync(workspace.path).filter((name) => existsSync(workspace.at(`${name}/.env`)))).toEqual([])
    expect(ran.error).toMatchObject({ why: "FileDenied", message: expect.stringMatching(/300/) })
    expect(ran.error?.details?.removed).toHaveLength(101)
  })

  it("is removed if it was made during the run and is a link, or beneath one", async () => {
    using workspace = inWorkspace({ "old/config": "old" })
    symlinkSync("old", workspace.at("fine"))
    for (const pattern of [".git/**", ".git/hooks/**", ".git"]) {
      const script = "mkdir -p g/hooks; echo bad > g/hooks/pre; ln -s g .git; ln -s g other"
      const ran = await sh(script, excepting(workspace, "rw", { pattern, mode: "w" }))
      expect(ran.error?.why, pattern).toBe("FileDenied")
      expect(readdirSync(workspace.path).toSorted()).toEqual(["fine", "g", "old", "other"])
      execFileSync("rm", ["-r", workspace.at("g"), workspace.at("other")])
    }
    symlinkSync("old", workspace.at(".git"))
    expect((await sh("true", excepting(workspace, "rw", git))).error).toBeUndefined()
    expect(readlinkSync(workspace.at(".git"))).toBe("old")
    const ran = await sh("mkdir g; rm .git; ln -s g .git", excepting(workspace, "rw", git))
    expect([ran.error?.why, existsSync(workspace.at(".git"))]).toEqual(["FileDenied", false])
  })

  it("is kept if another program made it and the command never began", async () => {
    using workspace = new Workspace()
    using folder = new Workspace()
    const real = execFileSync("which", ["bwrap"], { encoding: "utf8" }).trim()
    const fails = `case "$*" in *--info-fd*) mkdir ${workspace.at(".git")}; exit 1 ;; esac`
    writeFileSync(folder.at("bwrap"), `#!/bin/sh\n${fails}\nexec ${real} "$@"\n`, { mode: 0o755 })
    const ran = await sh("true", { ...excepting(workspace, "rw", git), bubblewrap: folder.at("bwrap") })
    expect(ran.error?.why).toBe("SandboxUnavailable")
    expect(readdirSync(workspace.path)).toEqual([".git"])
  })

  it("is removed if it was made during the run, at any depth and even if locked", async () => {
    using workspace = new Workspace()
    const nest = `my $n = $ARGV[0]; mkdir ".git"; open F, ">.git/config"; chdir ".git"; for (1..$n) { mkdir "d"; chdir "d" } mkdir "\\xff"; open F, ">\\xfe"`
    const ran = await sh(`perl -e '${nest}' 2500; chmod 0 .git`, excepting(workspace, "rw", git))
    expect(ran.error).toMatchObject({ why: "FileDenied", details: { removed: [workspace.at(".git")] } })
    expect(readdirSync(workspace.path)).toEqual([])
  })
})

it("is removed from folders without write permission, and the folders above stay as they were", () => {
  using workspace = inWorkspace({ "a/b/c/d": "", "a/e": "" })
  using other = inWorkspace({ file: "kept" })
  symlinkSync(other.path, workspace.at("a/b/out"))
  for (const [name, mode] of [
    ["a/b/c", 0],
    ["a/b", 0o555],
    ["a", 0o555]
  ] as const)
    chmodSync(workspace.at(name), mode)
  removeEntry(workspace.at("a/b"))
  expect(readdirSync(workspace.at("a"))).toEqual(["e"])
  expect(execFileSync("stat", ["-c", "%a", workspace.at("a")], { encoding: "utf8" })).toBe("555\n")
  expect(readFileSync(other.at("file"), "utf8")).toBe("kept")
  chmodSync(workspace.at("a"), 0o755)
})
