import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hasBubblewrap } from "@toolgate/testing"
import { type TestGate, useConfinedGate } from "@toolgate/toolbox-testing"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import { gitCommit, gitDiff, gitLog, gitStatus } from "../src/index.ts"
import { hasGit, skipWithoutGit } from "./repository.ts"

const git = (cwd: string, ...words: ReadonlyArray<string>): string =>
  execFileSync("git", ["-c", "protocol.file.allow=always", ...words], {
    cwd,
    encoding: "utf8",
    env: {
      PATH: process.env.PATH,
      HOME: cwd,
      GIT_CONFIG_NOSYSTEM: "1",
      ...Object.fromEntries(
        ["AUTHOR", "COMMITTER"].flatMap((who) => [
          [`GIT_${who}_NAME`, "Ada"],
          [`GIT_${who}_EMAIL`, "ada@example.com"]
        ])
      )
    },
    stdio: ["ignore", "pipe", "ignore"]
  })

const set = (folder: string) => {
  git(folder, "config", "user.name", "Ada")
  git(folder, "config", "user.email", "ada@example.com")
}

const emptyFolder = () => realpathSync(mkdtempSync(join(tmpdir(), "toolgate-repository-")))

skipWithoutGit()

const base = emptyFolder()
afterAll(() => rmSync(base, { recursive: true, force: true }))
if (hasGit) {
  git(base, "init", "-q", "-b", "main", "--template=", "main")
  set(join(base, "main"))
  writeFileSync(join(base, "main/a.txt"), "a\n")
  git(join(base, "main"), "add", ".")
  git(join(base, "main"), "commit", "-qm", "First")
}

/** Returns a repository with one commit next to the workspace, and an author in its settings. */
const repository = (): string => {
  const copy = emptyFolder()
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  cpSync(base, copy, { recursive: true })
  return join(copy, "main")
}

const tools = [gitStatus, gitDiff, gitLog, gitCommit]

/** Changes a file, views the change with each tool, and commits it. */
const worksAt = async ({ call, workspace }: TestGate, path: string) => {
  writeFileSync(join(workspace, path, "a.txt"), "b\n")
  writeFileSync(join(workspace, path, "new.txt"), "n\n")
  for (const tool of ["git_status", "git_diff", "git_log"])
    expect(await call(tool, { path })).toMatchObject({ success: true })
  const made = await call("git_commit", { path, message: "Second", paths: ["a.txt", "new.txt"] })
  expect(made.output.value ?? made.error).toMatchObject({ files: ["a.txt", "new.txt"], total: 2 })
  expect(git(join(workspace, path), "log", "--format=%s")).toBe("Second\nFirst\n")
  expect(git(join(workspace, path), "status", "--short")).toBe("")
}

describe.skipIf(!hasBubblewrap())("the tools for Git", () => {
  it("work in a linked worktree", () =>
    useConfinedGate(tools, async (gate) => {
      const main = repository()
      git(main, "worktree", "add", "-q", gate.workspace)
      await worksAt(gate, ".")
      expect(readFileSync(join(main, ".git/HEAD"), "utf8")).toBe("ref: refs/heads/main\n")
      expect(git(main, "log", "--format=%s")).toBe("First\n")
    }))

  it("work in a worktree within the workspace", () =>
    useConfinedGate(tools, async (gate) => {
      git(repository(), "worktree", "add", "-q", join(gate.workspace, "wt"))
      await worksAt(gate, "wt")
    }))

  it("work in a worktree of a bare repository", () =>
    useConfinedGate(tools, async (gate) => {
      const main = repository()
      git(main, "clone", "-q", "--bare", ".", "../bare")
      set(join(main, "../bare"))
      git(join(main, "../bare"), "worktree", "add", "-q", "-b", "topic", gate.workspace)
      await worksAt(gate, ".")
    }))

  it("work in a submodule, from its folder and from the outer repository", async () => {
    await useConfinedGate(tools, async (gate) => {
      git(gate.workspace, "init", "-q")
      git(gate.workspace, "submodule", "--quiet", "add", repository(), "lib")
      set(join(gate.workspace, "lib"))
      await worksAt(gate, "lib")
    })
    const above = join(repository(), "..")
    await useConfinedGate(tools, async (gate) => {
      git(above, "init", "-q", "super")
      git(join(above, "super"), "submodule", "--quiet", "add", join(above, "main"), "lib")
      set(join(above, "super/lib"))
      // The gate's workspace is another folder, so Git adds a worktree of the submodule there.
      git(join(above, "super/lib"), "worktree", "add", "-q", gate.workspace)
      await worksAt(gate, ".")
    })
  })

  it("write nothing else in the repository: no hooks, no settings, nothing in other worktrees", () =>
    useConfinedGate(tools, async (gate) => {
      const main = repository()
      const common = join(main, ".git")
      git(main, "worktree", "add", "-q", gate.workspace)
      git(main, "worktree", "add", "-q", join(main, "../other"))
      mkdirSync(join(common, "hooks"), { recursive: true })
      const write = (path: string) => `(echo x >> "${path}") 2>/dev/null && echo "wrote ${path}" >&2`
      const targets = ["config", "hooks/post-commit", "HEAD", "info/attributes", "worktrees/other/HEAD"]
      const hook = ["#!/bin/sh", ...targets.map((name) => write(join(common, name))), "exit 1"].join("\n")
      writeFileSync(join(common, "hooks/pre-commit"), hook, { mode: 0o755 })
      const made = await gate.call("git_commit", { message: "x", paths: ["a.txt"], hooks: true })
      expect(made.error?.message).toBeDefined()
      writeFileSync(join(gate.workspace, "a.txt"), "b\n")
      const refused = await gate.call("git_commit", { message: "x", paths: ["a.txt"], hooks: true })
      expect(refused.error?.message).toBe("A hook refused the commit: ")
    }))

  it("ignore a repository that does not link back to the workspace", () =>
    useConfinedGate(tools, async (gate) => {
      const main = repository()
      git(main, "worktree", "add", "-q", join(main, "../wt"))
      for (const path of [".", "lib"]) {
        mkdirSync(join(gate.workspace, path), { recursive: true })
        for (const to of [join(main, ".git"), join(main, ".git/worktrees/wt")]) {
          writeFileSync(join(gate.workspace, path, ".git"), `gitdir: ${to}\n`)
          expect(await gate.call("git_log", { path })).toMatchObject({ success: false })
          expect(await gate.call("git_commit", { path, message: "x" })).toMatchObject({ success: false })
        }
      }
    }))
})
