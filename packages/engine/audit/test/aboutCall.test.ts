import type { DispatchContext, ResolvedPath } from "@toolgate/core"
import { SecretKey } from "@toolgate/keys"
import fc from "fast-check"
import { expect, it } from "vitest"
import { aboutCall } from "../src/records/recordedCall.ts"
import { CallRedaction } from "../src/redaction/CallRedaction.ts"

const key = new SecretKey(new Uint8Array(32))

interface Whose {
  readonly session: string
  readonly turn: string
  readonly agent: string
  readonly role: string | undefined
  readonly task: string | undefined
}

const contextOf = ({ session, turn, agent, role, task }: Whose): DispatchContext => ({
  session,
  turn,
  principal: {
    agent,
    ceiling: { tools: "any" },
    ...(role === undefined ? {} : { role }),
    ...(task === undefined ? {} : { task })
  },
  workspace: "/workspace" as ResolvedPath,
  caller: { kind: "direct" },
  deadline: undefined
})

const about = (redaction: CallRedaction, whose: Whose, id = "1") =>
  JSON.parse(`{${aboutCall(redaction, "echo", id, contextOf(whose)).text}}`)

it("says of each call who made it, whoever called before in the session", () => {
  const few = fc.constantFrom("a", "b", 'with "quotes"')
  const maybe = fc.option(few, { nil: undefined })
  const whose = fc.record({ session: few, turn: few, agent: few, role: maybe, task: maybe })
  fc.assert(
    fc.property(fc.array(whose, { maxLength: 20 }), (calls) => {
      for (const [at, call] of calls.entries()) {
        const said = { tool: "echo", tool_call_id: `${at}`, ...call }
        expect(about(new CallRedaction(key), call, `${at}`)).toEqual(JSON.parse(JSON.stringify(said)))
      }
    })
  )
})

it("finds a secret in the name of a session for every call of it", () => {
  const token = "ghp_abcdefghijklmnopqrstuvwxyz012345"
  const whose = { session: `of ${token}`, turn: "t", agent: "a", role: undefined, task: undefined }
  for (const id of ["1", "2"]) {
    const redaction = new CallRedaction(key)
    expect(about(redaction, whose, id).session).toBe(`of [redacted ${key.digest(token)}]`)
    // The secret is removed from the rest of the call's record too.
    expect(redaction.line(`x${token}x`)).not.toContain(token)
  }
})
