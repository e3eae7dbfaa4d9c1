import { spawnSync } from "node:child_process"

/** Whether bubblewrap works on this machine. Commands are not run without it. */
export const hasBubblewrap =
  spawnSync("bwrap", ["--unshare-all", "--ro-bind", "/", "/", "true"], { stdio: "ignore" }).status === 0
