import type { DispatchContext, ResolvedPath } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import fc from "fast-check"
import { expect, it } from "vitest"
import { describeCall } from "../src/records/recordedCall.ts"
import { CallRedaction } from "../src/redaction/CallRedaction.ts"

const key = new SecretKey(new Uint8Array(32))

interface Whose {
  readonly session: string
  readonly turn: string
  readonly agent: string
  readonly role: string | undefined
  readonly task: string | undefined
  readonly onBehalfOf?: string | undefined
  readonly caller?: DispatchContext["caller"]
}

const contextOf = ({
  session,
  turn,
  agent,
  role,
  task,
  onBehalfOf,
  caller = { kind: "direct" }
}: Whose): DispatchContext => ({
  session,
  turn,
  principal: {
    agent,
    ceiling: { tools: "any" },
    ...(role === undefined ? {} : { role }),
    ...(task === undefined ? {} : { task }),
    ...(onBehalfOf === undefined ? {} : { onBehalfOf })
  },
  workspace: "/workspace" as ResolvedPath,
  caller,
  deadline: undefined
})

const about = (redaction: CallRedaction, whose: Whose, id = "1") =>
  JSON.parse(`{${describeCall(redaction, "echo", id, contextOf(whose), by).text}}`)

const by = { tool: "a".repeat(64), policy: "0123456789abcdef".repeat(4) }

it("records the caller of each call, even after other callers in the session", () => {
  const few = fc.constantFrom("a", "b", 'with "quotes"')
  const maybe = fc.option(few, { nil: undefined })
  const caller = fc.oneof(
    fc.constant({ kind: "direct" as const }),
    fc.record({ kind: fc.constant("direct" as const), chain: few, index: fc.nat(3) }),
    fc.record(
      { kind: fc.constant("chain" as const), chain: few, parent: few, index: fc.nat(3), provider: few },
      { requiredKeys: ["kind", "chain", "parent", "index"] }
    )
  )
  const whose = fc.record({
    session: few,
    turn: few,
    agent: few,
    role: maybe,
    task: maybe,
    onBehalfOf: maybe,
    caller
  })
  fc.assert(
    fc.property(fc.array(whose, { maxLength: 20 }), (calls) => {
      for (const [at, call] of calls.entries()) {
        const { onBehalfOf, caller, ...names } = call
        const said = {
          tool: "echo",
          tool_call_id: `${at}`,
          ...names,
          on_behalf_of: onBehalfOf,
          caller_type: caller.kind,
          ...("chain" in caller ? { chain_id: caller.chain, chain_index: caller.index } : {}),
          ...(caller.kind === "direct" ? {} : { parent_call_id: caller.parent, caller_provider: caller.provider }),
          tool_digest: by.tool,
          policy_digest: by.policy
        }
        expect(about(new CallRedaction(key), call, `${at}`)).toEqual(JSON.parse(JSON.stringify(said)))
      }
    })
  )
})

it("removes a secret in a session's name from every call", () => {
  const token = "ghp_abcdefghijklmnopqrstuvwxyz012345"
  const whose = { session: `of ${token}`, turn: "t", agent: "a", role: undefined, task: undefined }
  for (const id of ["1", "2"]) {
    const redaction = new CallRedaction(key)
    expect(about(redaction, whose, id).session).toBe(`of [redacted ${key.digest(token)}]`)
    // The secret is removed from the rest of the call's record too.
    expect(redaction.line(`x${token}x`)).not.toContain(token)
  }
})
