import { testTool } from "@toolgate/toolbox-testing"
import { expect } from "vitest"
import { gitLog } from "../src/index.ts"
import { commitAll, createRepository, skipWithoutGit } from "./repository.ts"

skipWithoutGit()

const three = createRepository(
  { a: "a\n" },
  ...commitAll("First\n\nWith a body\nof two lines."),
  { b: "b\n" },
  ...commitAll("Second (a.*)"),
  { a: "c\n" },
  ["commit", "--quiet", "--all", "--author=Bob <bob@example.com>", "--message=Third"]
)

const subjects = (...expected: ReadonlyArray<string>) => ({ commits: expected.map((subject) => ({ subject })) })

testTool(gitLog, {
  good: {
    name: "lists commits, the newest first",
    args: {},
    files: three,
    check: ({ output }) => {
      const { commits } = output.value as { commits: ReadonlyArray<{ commit: string }> }
      expect(commits).toMatchObject([
        { subject: "Third", author: "Bob", email: "bob@example.com", parents: [commits[1]?.commit] },
        { subject: "Second (a.*)", parents: [commits[2]?.commit], date: expect.stringMatching(/^2026-01-02T03:04:05/) },
        { subject: "First", author: "Ada", parents: [], body: "With a body\nof two lines." }
      ])
    }
  },
  edge: [
    { name: "takes a text as it stands", args: { text: "(a.*)" }, files: three, value: subjects("Second (a.*)") },
    { name: "keeps to an author", args: { author: "bob@" }, files: three, value: subjects("Third") },
    { name: "keeps to files", args: { paths: ["b"] }, files: three, value: subjects("Second (a.*)") },
    { name: "goes on after some", args: { max_count: 1, skip: 1 }, files: three, value: subjects("Second (a.*)") },
    {
      name: "counts a day with all of its hours",
      args: { since: "2026-01-02", until: "2026-01-02" },
      files: three,
      value: subjects("Third", "Second (a.*)", "First")
    },
    {
      name: "takes a time before now",
      args: { until: "1 day ago", since: "2026-01-03" },
      files: three,
      value: { commits: [] }
    },
    { name: "lists a range", args: { ref: "HEAD~1..HEAD" }, files: three, value: subjects("Third") }
  ],
  bad: [
    { name: "a folder without a repository", args: {}, says: "not a Git repository", class: "execution_error" },
    { name: "a revision that there is not", args: { ref: "nope" }, files: three, says: "revision", class: "not_found" },
    { name: "an option in place of a revision", args: { ref: "--output=x" }, files: three, says: "option" },
    { name: "no commit at all", args: { max_count: 0 }, says: "max_count" },
    { name: "more commits than it lists", args: { max_count: 1001 }, says: "max_count" },
    { name: "an invalid time", args: { since: "the day of the flood" }, says: "as in 2026-01-31" },
    { name: "an invalid day", args: { until: "2026-13-45" }, says: "/until" },
    { name: "an empty text", args: { text: "" }, says: "text" }
  ],
  cancel: { args: {}, files: three },
  worst: { args: { max_count: 1000, text: "a".repeat(1000) }, files: three, ends: ["result", "limit"] }
})
