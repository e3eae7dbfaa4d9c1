import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { deny } from "@toolgate/policy"
import type { StoreReference } from "@toolgate/stores"
import type { Toolgate, ToolgateOptions } from "toolgate"
import { openGate } from "toolgate/config"

/** Opens the gate that answers for the questions of the store. It makes no calls. */
export const openHomeGate = async (
  folder: string,
  { store, logger }: Pick<ToolgateOptions, "logger"> & { readonly store: StoreReference }
): Promise<{ readonly gate: Toolgate; readonly workspace: string }> => {
  const workspace = join(folder, "empty")
  mkdirSync(workspace, { recursive: true, mode: 0o700 })
  const gate = await openGate({
    workspace,
    store,
    onAsk: "wait",
    tools: [],
    policy: () => deny({ layer: "resident gate", rule: "no calls here", source: "built in" }, "Open a session first."),
    ...(logger === undefined ? {} : { logger })
  })
  return { gate, workspace }
}
