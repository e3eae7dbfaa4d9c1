import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { beforeEach } from "vitest"

/** Whether Git is installed. */
export const hasGit = spawnSync("git", ["--version"]).status === 0

/** Skips the tests of the calling file if Git is not installed. */
export const skipWithoutGit = () => beforeEach(({ skip }) => skip(!hasGit, "Git is not installed."))

/** Writes files into a Git repository, and deletes those that are `undefined`. */
const write = (folder: string, files: Readonly<Record<string, string | undefined>>) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    if (text === undefined) rmSync(join(folder, path))
    else writeFileSync(join(folder, path), text)
  }
}

type Step = Readonly<Record<string, string | undefined>> | ReadonlyArray<string>

/**
 * Returns the files of a real Git repository, including `.git`. Each step is files to write, or a Git command. Without Git,
 * returns an empty repository for tests that are skipped.
 */
export const createRepository = (...steps: ReadonlyArray<Step>): Readonly<Record<string, Uint8Array>> => {
  if (!hasGit) return { ".git/config": new Uint8Array() }
  const folder = mkdtempSync(join(tmpdir(), "toolgate-repository-"))
  const git = (words: ReadonlyArray<string>) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...words], {
      cwd: folder,
      // When Git runs the tests, variables point to its repository.
      env: { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: "1", ...dates },
      stdio: "ignore"
    })
  try {
    git(["init", "--quiet", "--initial-branch=main", "--template="])
    git(["config", "user.name", "Ada"])
    git(["config", "user.email", "ada@example.com"])
    for (const step of steps) {
      if (isWords(step)) git(step)
      else write(folder, step)
    }
    const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    const files = paths.filter((path) => statSync(join(folder, path)).isFile())
    // Git needs folders that are empty here, and a test case can only list files.
    const empty = [".git/refs/heads/.keep", ".git/objects/.keep"].map((path) => [path, new Uint8Array()] as const)
    return Object.fromEntries([...empty, ...files.map((path) => [path, readFileSync(join(folder, path))] as const)])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const dates = { GIT_AUTHOR_DATE: "2026-01-02T03:04:05Z", GIT_COMMITTER_DATE: "2026-01-02T03:04:05Z" }

const isWords = (step: Step): step is ReadonlyArray<string> => Array.isArray(step)

/** Returns the steps that commit everything. */
export const commitAll = (message: string): ReadonlyArray<ReadonlyArray<string>> => [
  ["add", "--all"],
  ["commit", "--quiet", "--message", message]
]
