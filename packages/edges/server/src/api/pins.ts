import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Authorization } from "./Authorization.ts"
import { NeededRights } from "./NeededRights.ts"
import { pageOf, pageQuery } from "./paging.ts"
import { BadRequest, DefinitionChanged, NotFound, Unavailable } from "./problems.ts"
import { idParam } from "./sessions.ts"

/** A tool of the gate, and what was approved of it. */
export const PinnedTool = Schema.Struct({
  tool: Schema.String,
  /** The source of the tool. Absent: the app itself. */
  owner: Schema.optionalKey(Schema.String),
  /** The digest of the current definition. */
  digest: Schema.String,
  /** Whether the tool is hidden and refused until a person approves it. */
  quarantined: Schema.Boolean,
  pin: Schema.Struct({
    /** `new`: the pin is that of the most similar definition. `earlier`: it did not cover what the tool runs. */
    state: Schema.Literals(["approved", "changed", "revoked", "earlier", "new", "invalid", "none"]),
    by: Schema.optionalKey(Schema.String),
    /** In milliseconds since the epoch. */
    at: Schema.optionalKey(Schema.Number),
    digest: Schema.optionalKey(Schema.String)
  })
})

/** A tool with the members in which its definition differs from the approved one. Secrets are masked. */
export const PinDiff = Schema.Struct({
  ...PinnedTool.fields,
  definition: Schema.Json,
  changes: Schema.Array(
    Schema.Struct({ member: Schema.String, before: Schema.NullOr(Schema.Json), now: Schema.NullOr(Schema.Json) })
  ),
  /** Whether a secret has changed, which the members do not show. */
  secretChanged: Schema.Boolean
})

const params = { tool: idParam }
const errors = [BadRequest, NotFound, Unavailable] as const

/** The approved definitions of tools. */
export const pins = HttpApiGroup.make("pins")
  .add(
    HttpApiEndpoint.get("list", "/pins", {
      query: {
        ...pageQuery,
        /** Only tools that are in quarantine, or only others. */
        quarantined: Schema.optionalKey(Schema.Literals(["true", "false"]))
      },
      success: pageOf(PinnedTool),
      error: errors
    }).annotate(NeededRights, ["read", "administer"]),
    HttpApiEndpoint.get("show", "/pins/:tool", { params, success: PinDiff, error: errors }).annotate(NeededRights, [
      "read",
      "administer"
    ]),
    HttpApiEndpoint.post("approve", "/pins/:tool/approve", {
      params,
      /** The digest of the definition that was shown. */
      payload: Schema.Struct({ digest: Schema.String }),
      success: PinnedTool,
      error: [...errors, DefinitionChanged]
    }).annotate(NeededRights, ["administer"]),
    HttpApiEndpoint.post("revoke", "/pins/:tool/revoke", {
      params,
      success: Schema.Struct({ tool: Schema.String, revoked: Schema.Number }),
      error: errors
    }).annotate(NeededRights, ["administer"])
  )
  .middleware(Authorization)
