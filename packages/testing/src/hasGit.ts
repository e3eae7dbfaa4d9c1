import { spawnSync } from "node:child_process"

/** Whether Git is installed on this machine. */
export const hasGit = (): boolean => spawnSync("git", ["--version"], { stdio: "ignore" }).status === 0
