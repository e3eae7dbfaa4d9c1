import { testTool, useGate } from "@toolgate/toolbox-testing"
import { describe, expect, it } from "vitest"
import { gitStatus } from "../src/index.ts"
import { commitAll, createRepository, skipWithoutGit } from "./repository.ts"

skipWithoutGit()

const changed = createRepository(
  { "a.txt": "a\n", "b c.txt": "a longer text, so that Git sees that it was renamed\n", "d.txt": "d\n" },
  ...commitAll("First"),
  ["mv", "b c.txt", "e f.txt"],
  { "a.txt": "b\n", "d.txt": undefined, "new/g.txt": "g\n", "é\n.txt": "h\n" },
  ["add", "a.txt"],
  { "a.txt": "c\n" }
)

const conflicted = createRepository(
  { "a.txt": "a\n" },
  ...commitAll("First"),
  ["checkout", "-q", "-b", "other"],
  { "a.txt": "b\n" },
  ...commitAll("Second"),
  ["checkout", "-q", "main"],
  { "a.txt": "c\n" },
  ...commitAll("Third"),
  // A merge with a conflict fails.
  ["-c", "alias.try=!git merge -q other || true", "try"]
)

testTool(gitStatus, {
  good: {
    name: "shows what is staged, changed and untracked, by names of any kind",
    args: {},
    files: changed,
    value: {
      branch: "main",
      staged: [
        { path: "a.txt", change: "modified" },
        { path: "e f.txt", change: "renamed", from: "b c.txt" }
      ],
      changed: [
        { path: "a.txt", change: "modified" },
        { path: "d.txt", change: "deleted" }
      ],
      untracked: ["new/", "é\n.txt"],
      conflicted: [],
      total: 6
    }
  },
  edge: [
    { name: "shows conflicts", args: { path: "." }, files: conflicted, value: { conflicted: ["a.txt"], staged: [] } },
    {
      name: "shows a repository in a folder of the workspace, with no branch checked out",
      args: { path: "sub" },
      files: under("sub", createRepository({ a: "a\n" }, ...commitAll("First"), ["checkout", "-q", "--detach"])),
      check: ({ output }) => expect(output.value).not.toHaveProperty("branch")
    },
    {
      name: "shows how far the branch is ahead of its upstream, and behind it",
      args: {},
      files: createRepository(
        { a: "a\n" },
        ...commitAll("First"),
        ["branch", "up"],
        ["branch", "--set-upstream-to=up"],
        { a: "b\n" },
        ...commitAll("Second")
      ),
      value: { upstream: "up", ahead: 1, behind: 0 }
    }
  ],
  bad: [
    { name: "a folder without a repository", args: {}, says: "not a Git repository", class: "execution_error" },
    {
      name: "a folder beneath a repository",
      args: { path: "new" },
      files: changed,
      says: "not a Git repository",
      class: "execution_error"
    },
    {
      name: "a folder outside of the workspace",
      args: { path: "../x" },
      says: "workspace",
      class: "permission_denied"
    },
    { name: "a path that is a number", args: { path: 1 }, says: "path" },
    { name: "an argument that there is not", args: { ref: "main" }, says: "ref" },
    {
      name: "a repository that is broken",
      args: {},
      files: { ...changed, ".git/index": "broken" },
      says: "Git failed",
      class: "execution_error"
    }
  ],
  cancel: { args: {}, files: changed },
  worst: {
    args: {},
    files: { ...changed, ...Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`many-${at}.txt`, ""])) },
    ends: ["result", "limit"]
  }
})

describe("git_status", () => {
  it("runs no file system monitor that the repository configures", async () => {
    const config = `${new TextDecoder().decode(changed[".git/config"])}[core]\n\tfsmonitor = touch ran; false\n`
    await useGate([gitStatus], { ...changed, ".git/config": config }, async ({ call }) => {
      const { output } = await call("git_status", {})
      expect(output.value).toMatchObject({ untracked: ["new/", "é\n.txt"] })
    })
  })
})

function under(folder: string, files: Readonly<Record<string, Uint8Array>>): Readonly<Record<string, Uint8Array>> {
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [`${folder}/${path}`, bytes]))
}
