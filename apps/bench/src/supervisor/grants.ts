import { realpathSync } from "node:fs"
import { dirname } from "node:path"
import { type ExecutionGrant, type ResolvedPath, unlimited } from "@toolgate/core"
import type { RunnerSpec } from "@toolgate/supervisor"

type Grant = Pick<ExecutionGrant, "confinement" | "limits" | "access">

/** A grant without confinement: the process has its user's rights. */
export const unconfined: Grant = {
  confinement: "waived",
  limits: unlimited(),
  access: { files: [], hosts: "any", env: [] }
}

/** Returns the grant of a confined process, which sees its own program and interpreter, and has no network. */
export const confineCommand = (command: RunnerSpec["command"]): Grant => ({
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
