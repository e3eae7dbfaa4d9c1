import { testTool } from "@toolgate/toolbox-testing"
import { gitDiff } from "../src/index.ts"
import { commitAll, createRepository, skipWithoutGit } from "./repository.ts"

skipWithoutGit()

const text = Array.from({ length: 30 }, (_, at) => `line ${at}\n`).join("")

const changed = createRepository(
  { "a.txt": "a\n", "b c.txt": text, blob: "\0\u0001" },
  ...commitAll("First"),
  ["mv", "b c.txt", "e\tf.txt"],
  { blob: "\0\u0002", "a.txt": "b\n", "new.txt": "n\n" }
)

const huge = createRepository({ "a.txt": "" }, ...commitAll("First"), {
  "a.txt": "a line of a long text\n".repeat(20_000)
})

testTool(gitDiff, {
  good: {
    name: "shows what is not staged, with the lines gained and lost",
    args: { paths: ["a.txt"] },
    files: changed,
    value: {
      files: [{ path: "a.txt", added: 1, removed: 1 }],
      total: 1,
      diff: "diff --git a/a.txt b/a.txt\nindex 7898192..6178079 100644\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n",
      cut: false
    }
  },
  edge: [
    {
      name: "shows what is staged: a renamed file by both of its names",
      args: { area: "staged" },
      files: changed,
      value: { files: [{ path: "e\tf.txt", from: "b c.txt", added: 0, removed: 0 }], total: 1 }
    },
    {
      name: "compares with a revision, and counts no lines of a binary file",
      args: { ref: "HEAD", paths: ["blob"] },
      files: changed,
      value: { files: [{ path: "blob" }], total: 1 }
    },
    { name: "cuts a diff that is long", args: {}, files: huge, value: { total: 1, cut: true }, text: /\[Cut: / },
    { name: "takes no path for a pattern", args: { paths: ["*.txt"] }, files: changed, value: { total: 0 } }
  ],
  bad: [
    { name: "a folder without a repository", args: {}, says: "not a Git repository", class: "execution_error" },
    {
      name: "two files outside of every repository",
      args: { paths: ["a", "b"] },
      files: { a: "a", b: "b" },
      says: "not a Git repository",
      class: "execution_error"
    },
    {
      name: "a revision that there is not",
      args: { ref: "nope" },
      files: changed,
      says: "git_log",
      class: "not_found"
    },
    { name: "an option in place of a revision", args: { ref: "--output=x" }, files: changed, says: "option" },
    {
      name: "what is staged beside a range",
      args: { area: "staged", ref: "HEAD..HEAD" },
      files: changed,
      says: "range"
    },
    { name: "an area that there is not", args: { area: "output=x" }, says: "area" },
    { name: "no paths at all", args: { paths: [] }, says: "paths" },
    {
      name: "a path that leads out of the repository",
      args: { paths: ["../x"] },
      files: changed,
      says: 'One of "paths" leads out'
    },
    { name: "a file in place of a revision", args: { ref: "HEAD:a.txt" }, files: changed, says: '"ref"' }
  ],
  cancel: { args: {}, files: huge },
  worst: { args: { context: 1000 }, files: huge, ends: ["result", "limit"] }
})
