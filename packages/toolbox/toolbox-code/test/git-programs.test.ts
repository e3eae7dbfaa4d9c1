import { execFileSync } from "node:child_process"
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { chooseCount } from "@toolgate/testing"
import { useGate } from "@toolgate/toolbox-testing"
import { describe, expect, it } from "vitest"
import { gitCommit, gitDiff, gitLog, gitStatus } from "../src/index.ts"
import { skipWithoutGit } from "./repository.ts"
import { attributes, changed, evil, type Files, script, type Way, ways } from "./waysToPrograms.ts"

skipWithoutGit()

const filesOf = ({ from = changed, config = "", files = {} }: Way): Files => ({
  ...from,
  ...files,
  ".git/config": `${new TextDecoder().decode(from[".git/config"] as Uint8Array)}${config}`
})

const makeExecutable = (folder: string) => {
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    if (/(?:hooks\/.*|sign|show|serve)$/.test(path)) chmodSync(join(folder, path), 0o755)
}

const hasRun = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).some((path) => basename(path) === "ran")

const hasRunPlainly = (folder: string, words: ReadonlyArray<string>) => {
  const copy = mkdtempSync(join(tmpdir(), "toolgate-plain-"))
  try {
    cpSync(folder, copy, { recursive: true })
    const env = { PATH: process.env.PATH, HOME: copy, GIT_CONFIG_NOSYSTEM: "1" }
    try {
      execFileSync("git", words, { cwd: copy, env, stdio: "ignore" })
    } catch {
      // Many of the programs fail, and Git with them.
    }
    return hasRun(copy)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const calls = [
  ["git_status", {}],
  ["git_diff", {}],
  ["git_log", { paths: ["a.txt"] }],
  ["git_commit", { message: "x", paths: ["."] }],
  // These run the same Git programs with other arguments.
  ["git_diff", { area: "staged" }],
  ["git_commit", { message: "x", paths: ["a.txt"] }],
  ["git_commit", { message: "x" }]
] as const

describe("the tools for Git", () => {
  it.concurrent.each(ways)("run no program through $name", async (way) => {
    await useGate([gitStatus, gitDiff, gitLog, gitCommit], filesOf(way), async ({ call, workspace }) => {
      makeExecutable(workspace)
      if (way.plain !== undefined)
        expect({ hasRunPlainly: hasRunPlainly(workspace, way.plain) }).toEqual({ hasRunPlainly: true })
      for (const [tool, args] of calls.slice(0, chooseCount(4, calls.length))) {
        await call(tool, args)
        expect({ tool, args, hasRun: hasRun(workspace) }).toEqual({ tool, args, hasRun: false })
      }
    })
  })

  it("show changes in files with a required filter without running the filter", async () => {
    const files = filesOf({
      name: "",
      config: '[filter "evil"]\n\tclean = touch ran; false\n\trequired\n',
      files: attributes
    })
    await useGate([gitStatus, gitDiff], files, async ({ call, workspace }) => {
      expect((await call("git_status", {})).output.value).toMatchObject({ changed: [{ path: "a.txt" }] })
      expect((await call("git_diff", {})).output.value).toMatchObject({ total: 1 })
      expect(hasRun(workspace)).toBe(false)
    })
  })

  it("commit no file that a filter would change, unless the filter may run", async () => {
    const files = filesOf({ name: "", config: evil, files: attributes })
    await useGate([gitCommit], files, async ({ call, workspace }) => {
      const refused = await call("git_commit", { message: "x", paths: ["a.txt"] })
      expect(refused).toMatchObject({ success: false, error: { class: "execution_error" } })
      expect(refused.error?.message).toContain('want "a.txt" changed by its filter "evil"')
      const { output } = await call("git_commit", { message: "x", paths: ["a.txt"], hooks: true })
      expect(output.value).toMatchObject({ files: ["a.txt"] })
      expect(existsSync(join(workspace, "ran"))).toBe(true)
    })
  })

  it("use no program named git from the workspace, and no repository from variables", async () => {
    const before = { ...process.env }
    try {
      await useGate([gitStatus], { ...changed, "bin/git": script }, async ({ call, workspace }) => {
        chmodSync(join(workspace, "bin/git"), 0o755)
        process.env.PATH = `${join(workspace, "bin")}:${before.PATH}`
        process.env.GIT_INDEX_FILE = join(dirname(workspace), "no-such-index")
        const { output } = await call("git_status", {})
        expect(output.value).toMatchObject({ staged: [{ path: "a.txt", change: "modified" }] })
        expect(hasRun(workspace)).toBe(false)
      })
    } finally {
      for (const name of ["PATH", "GIT_INDEX_FILE"])
        if (before[name] === undefined) delete process.env[name]
        else process.env[name] = before[name]
    }
  })
})
