import { spawnSync } from "node:child_process"

/** Whether Git is on this machine. Tests that need it are skipped elsewhere. */
export const hasGit = (): boolean => spawnSync("git", ["--version"], { stdio: "ignore" }).status === 0
