import { type TokenRight, tokenRights } from "@toolgate/core"
import * as Context from "effect/Context"

/** The rights of which a request needs one. Default: any. */
export const NeededRights = Context.Reference<ReadonlyArray<TokenRight>>("@toolgate/server/NeededRights", {
  defaultValue: () => tokenRights
})
