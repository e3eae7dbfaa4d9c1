import { existsSync } from "node:fs"
import { chmod } from "node:fs/promises"
import { join } from "node:path"
import { testTool, useGate } from "@toolgate/toolbox-testing"
import { describe, expect, it } from "vitest"
import { gitCommit, gitLog, gitStatus } from "../src/index.ts"
import { commitAll, createRepository, skipWithoutGit } from "./repository.ts"

skipWithoutGit()

const staged = createRepository(
  { "a.txt": "a\n", "b.txt": "b\n" },
  ...commitAll("First"),
  { "a.txt": "c\n" },
  ["add", "a.txt"],
  {
    "b.txt": "d\n",
    "-new $(x).txt": "n\n"
  }
)

const clean = createRepository({ "a.txt": "a\n" }, ...commitAll("First"))

const within = Object.fromEntries(
  Object.entries(createRepository({ "c.txt": "c\n" }, ...commitAll("Inner"))).map(([path, bytes]) => [
    `inner/${path}`,
    bytes
  ])
)

const hook = (text: string) => ({ ...staged, ".git/hooks/pre-commit": `#!/bin/sh\n${text}\n` })

testTool(gitCommit, {
  good: {
    name: "commits what is staged",
    args: { message: "Second" },
    files: staged,
    value: { files: ["a.txt"], total: 1 }
  },
  edge: [
    {
      name: "commits new and changed files by their names, and nothing else that is staged",
      args: { message: "Second", paths: ["b.txt", "-new $(x).txt"] },
      files: staged,
      value: { files: ["-new $(x).txt", "b.txt"], total: 2 }
    },
    {
      name: "commits what was removed, and what is in a folder, but no repository within",
      args: { message: "Second", paths: ["."] },
      files: { ...staged, "new/c.txt": "c\n", "b.txt": new Uint8Array(), ...within },
      value: { files: ["-new $(x).txt", "a.txt", "b.txt", "new/c.txt"], total: 4 }
    },
    {
      name: "takes a message of any text as it stands",
      args: { message: "--amend '$(touch x)' \"`touch x`\"\n\nBody" },
      files: staged,
      value: { total: 1 }
    }
  ],
  bad: [
    {
      name: "a folder without a repository",
      args: { message: "x" },
      says: "not a Git repository",
      class: "execution_error"
    },
    { name: "no message", args: {}, says: "message" },
    { name: "an empty message", args: { message: "" }, says: "message" },
    { name: "a blank message", args: { message: " \n" }, files: staged, says: "not blank" },
    {
      name: "a path that leads out of the repository",
      args: { message: "x", paths: ["../x"] },
      files: staged,
      says: 'One of "paths" leads out'
    },
    { name: "no changes", args: { message: "x" }, files: clean, says: "nothing is staged", class: "execution_error" },
    {
      name: "a path that there is not",
      args: { message: "x", paths: ["nope"] },
      files: staged,
      says: "git_status",
      class: "not_found"
    },
    {
      name: "a path that the repository ignores",
      args: { message: "x", paths: ["out.log"] },
      files: { ...staged, ".gitignore": "*.log\n", "out.log": "" },
      says: 'One of "paths" is ignored',
      class: "execution_error"
    },
    {
      name: "a folder outside of the workspace",
      args: { message: "x", path: "../x" },
      says: "workspace",
      class: "permission_denied"
    }
  ],
  cancel: { args: { message: "x" }, files: staged },
  worst: { args: { message: "x".repeat(65_536) }, files: staged, ends: ["result", "limit"] }
})

describe("git_commit", () => {
  const committed = async (hooks: boolean) => {
    let found: unknown
    await useGate([gitCommit], hook("touch ran; echo No. >&2; exit 1"), async ({ call, workspace }) => {
      await chmod(join(workspace, ".git/hooks/pre-commit"), 0o755)
      const { success, error } = await call("git_commit", { message: "x", hooks })
      found = { success, ran: existsSync(join(workspace, "ran")), said: error?.message }
    })
    return found
  }

  it("runs hooks only if the call says so", async () => {
    expect(await committed(false)).toEqual({ success: true, ran: false, said: undefined })
    expect(await committed(true)).toEqual({ success: false, ran: true, said: "A hook refused the commit: No." })
  })

  it("leaves a repository that the other tools then show correctly", async () => {
    await useGate([gitCommit, gitLog, gitStatus], staged, async ({ call }) => {
      await call("git_commit", { message: "Second\n\nBody", paths: ["b.txt"] })
      expect((await call("git_log", { max_count: 1 })).output.value).toMatchObject({
        commits: [{ subject: "Second", body: "Body", author: "Ada" }]
      })
      expect((await call("git_status", {})).output.value).toMatchObject({
        staged: [{ path: "a.txt" }],
        changed: [],
        untracked: ["-new $(x).txt"]
      })
    })
  })
})
