import { spawnSync } from "node:child_process"

/**
 * Whether bubblewrap works on this machine.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { spawnSync } from "node:child_process"
 * import { hasBubblewrap } from "@toolgate/testing"
 *
 * // Vitest would skip the test with `it.skipIf(!hasBubblewrap())`.
 * if (hasBubblewrap()) assert.equal(spawnSync("bwrap", ["--version"]).status, 0)
 * ```
 */
export const hasBubblewrap = (): boolean =>
  spawnSync("bwrap", ["--unshare-all", "--ro-bind", "/", "/", "true"], { stdio: "ignore" }).status === 0
