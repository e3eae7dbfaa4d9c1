import { spawnSync } from "node:child_process"

/**
 * Whether Git is installed on this machine.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { hasGit, runGit } from "@toolgate/testing"
 *
 * if (hasGit()) assert.match(runGit(".", "--version"), /^git version /)
 * ```
 */
export const hasGit = (): boolean => spawnSync("git", ["--version"], { stdio: "ignore" }).status === 0
