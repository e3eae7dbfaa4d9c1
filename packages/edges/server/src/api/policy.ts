import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Authorization } from "./Authorization.ts"
import { NeededRights } from "./NeededRights.ts"
import { BadRequest, InvalidPolicy, NotFound, Unavailable } from "./problems.ts"

/** A text that takes the place of a policy file for one request. It never comes into force. */
export const Draft = Schema.Struct({
  text: Schema.String.check(Schema.isMaxLength(64 * 1024)),
  /** The file whose place the text takes. Default: the narrowest file. */
  file: Schema.optionalKey(Schema.String)
})

const draft = Schema.optionalKey(Draft)
const name = Schema.optionalKey(Schema.NonEmptyString.check(Schema.isMaxLength(1_000)))

/** A call that is judged and never made. */
export const JudgedCall = Schema.Struct({
  tool: Schema.NonEmptyString,
  args: Schema.optionalKey(Schema.Json),
  /** The arguments as JSON text. */
  argsText: Schema.optionalKey(Schema.String),
  agent: name,
  role: name,
  task: name,
  session: name,
  onBehalfOf: name,
  readOnly: Schema.optionalKey(Schema.Boolean),
  noWeb: Schema.optionalKey(Schema.Boolean),
  /** The absolute path of a folder. Default: the server's own. */
  workspace: name,
  draft
})

/** The findings, as `toolgate policy lint --json` prints them. */
export const Linted = Schema.Struct({
  errors: Schema.Number,
  warnings: Schema.Number,
  notes: Schema.Number,
  findings: Schema.Array(
    Schema.Struct({
      source: Schema.String,
      level: Schema.Literals(["error", "warning", "note"]),
      code: Schema.String,
      message: Schema.String
    })
  )
})

/** The results, as `toolgate policy test --json` prints them. */
export const Tested = Schema.Struct({
  passed: Schema.Number,
  failed: Schema.Number,
  tests: Schema.Array(
    Schema.Struct({
      source: Schema.String,
      passed: Schema.Boolean,
      expected: Schema.String,
      got: Schema.String,
      verdict: Schema.Json
    })
  )
})

/** The policy that is in force after its files were loaded again. */
export const Reloaded = Schema.Struct({
  digest: Schema.String,
  /** The digest that was in force before. */
  before: Schema.String,
  files: Schema.Array(Schema.String)
})

const errors = [BadRequest, NotFound, InvalidPolicy, Unavailable] as const

/** The policy of a gate that has policy files. Without a draft, the policy in force is looked at. */
export const policy = HttpApiGroup.make("policy")
  .add(
    /** Answers what `toolgate policy explain --json` prints. */
    HttpApiEndpoint.post("explain", "/policy/explain", {
      payload: JudgedCall,
      success: Schema.Json,
      error: errors
    }).annotate(NeededRights, ["read", "administer"]),
    /** Answers what `toolgate policy check` prints. */
    HttpApiEndpoint.post("judge", "/policy/judge", {
      payload: JudgedCall,
      success: Schema.Json,
      error: errors
    }).annotate(NeededRights, ["read", "administer"]),
    HttpApiEndpoint.post("lint", "/policy/lint", {
      payload: Schema.Struct({ draft, strict: Schema.optionalKey(Schema.Boolean) }),
      success: Linted,
      error: errors
    }).annotate(NeededRights, ["read", "administer"]),
    HttpApiEndpoint.post("test", "/policy/test", {
      payload: Schema.Struct({ draft }),
      success: Tested,
      error: errors
    }).annotate(NeededRights, ["read", "administer"]),
    HttpApiEndpoint.post("reload", "/policy/reload", {
      success: Reloaded,
      error: errors
    }).annotate(NeededRights, ["administer"])
  )
  .middleware(Authorization)
