import { execFileSync } from "node:child_process"

/**
 * Runs Git in a folder without user and system settings, and returns its output. Throws if Git fails.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { hasGit, putFile, runGit } from "@toolgate/testing"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "repository-"))
 * if (hasGit()) {
 *   runGit(folder.path, "init")
 *   putFile(join(folder.path, "a.txt"))
 *   assert.equal(runGit(folder.path, "status", "--short"), "?? a.txt\n")
 * }
 * ```
 */
export const runGit = (cwd: string, ...words: ReadonlyArray<string>): string =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always", ...words], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" }
  })
