import { realpathSync } from "node:fs"
import { dirname } from "node:path"
import { type ExecutionGrant, type ResolvedPath, unlimited } from "@toolgate/core"
import type { RunnerSpec } from "@toolgate/supervisor"

type Grant = Pick<ExecutionGrant, "confinement" | "limits" | "access">

/** As any process of this user. */
export const unconfined: Grant = {
  confinement: "waived",
  limits: unlimited(),
  access: { files: [], hosts: "any", env: [] }
}

/** It sees its own program and what runs it, and no network. */
export const confined = (command: RunnerSpec["command"]): Grant => ({
  confinement: "required",
  limits: unlimited(),
  access: {
    files: command
      .filter((word) => word.startsWith("/"))
      .map((word) => ({ path: dirname(realpathSync(word)) as ResolvedPath, mode: "r", scope: "tree" })),
    hosts: [],
    env: []
  }
})
