import type { ResolvedPath } from "@toolgate/core"
import { openWorkspace } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import { type AuditChoice, auditWithin } from "./auditChoice.ts"

/** Opens the folder that calls work in. Rejects if it is invalid, or if calls in it could change the record. */
export const openFolder = async (
  owner: "A gate" | "A session",
  folder: unknown,
  audit: AuditChoice<unknown> | undefined
): Promise<ResolvedPath> => {
  if (typeof folder !== "string") throw new TypeError(`${owner} needs its workspace: the path of a folder, as in "."`)
  const workspace = await Effect.runPromise(openWorkspace(folder))
  const within = auditWithin(audit, workspace)
  if (within !== undefined) throw within
  return workspace
}
