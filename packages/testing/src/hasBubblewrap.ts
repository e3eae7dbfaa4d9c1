import { spawnSync } from "node:child_process"

/** Whether bubblewrap works on this machine. */
export const hasBubblewrap = (): boolean =>
  spawnSync("bwrap", ["--unshare-all", "--ro-bind", "/", "/", "true"], { stdio: "ignore" }).status === 0
