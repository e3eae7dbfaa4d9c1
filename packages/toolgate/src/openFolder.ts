import type { ResolvedPath } from "@toolgate/core"
import { openWorkspace } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import { checkArtifactFolder } from "./artifactsChoice.ts"
import { checkAuditFolder } from "./auditChoice.ts"
import { storeWithin } from "./storeChoice.ts"
import type { GateOptions } from "./ToolgateOptions.ts"

/** Opens a workspace folder. Rejects if it is invalid, or if calls there could change the record or reach the store or the artifacts. */
export const openFolder = async (
  owner: "A gate" | "A session",
  folder: unknown,
  { artifacts, audit, store }: Pick<GateOptions<unknown>, "artifacts" | "audit" | "store">
): Promise<ResolvedPath> => {
  if (typeof folder !== "string") throw new TypeError(`${owner} needs "workspace": the path of a folder, as in "."`)
  const workspace = await Effect.runPromise(openWorkspace(folder))
  const within =
    checkAuditFolder(audit, workspace) ??
    (await storeWithin(store, workspace)) ??
    (await checkArtifactFolder(artifacts, workspace))
  if (within !== undefined) throw within
  return workspace
}
