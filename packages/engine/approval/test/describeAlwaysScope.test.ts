import type { Resource } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { describeAlwaysScope } from "../src/describeAlwaysScope.ts"
import { file, openApprovals, question } from "./asking.ts"

const command: Resource = {
  kind: "command",
  argv: ["make"],
  assigned: [],
  wrapper: false,
  inWorkspace: true,
  paths: [],
  hosts: []
}
const suggestRule = () => ({ rule: 'write_file(a "b")' })

describe("the suggestion of an approval for always", () => {
  it.each<[string, ReadonlyArray<Resource>, string]>([
    ["a file", [file("/ws/a")], 'calls of tool "write_file" with this file and any other arguments'],
    [
      "a host",
      [{ kind: "host", host: "example.org", port: 443 }],
      'calls of tool "write_file" to this host and port, with any other arguments'
    ],
    ["a command", [command], 'this command of tool "write_file", in any workspace, with any input'],
    ["nothing", [], 'every call of tool "write_file", with any arguments']
  ])("is a rule with the calls that it would allow, if a call names %s", (_, resources, covered) => {
    expect(describeAlwaysScope(question({ resources, suggestRule }), true)).toEqual({
      always: {
        rule: 'write_file(a "b")',
        covers: `Always: suggests the rule "write_file(a \\"b\\")". Once a person adds it to the policy, it allows ${covered}.`
      }
    })
  })

  it("is absent with a reason for a call without a rule or a complete summary", () => {
    const none = () => ({ none: "is denied: It holds \u202e." })
    expect(describeAlwaysScope(question({ suggestRule: none }), true)).toEqual({
      always: { covers: String.raw`Always: not offered, because the call is denied: It holds \u202e.` }
    })
    expect(describeAlwaysScope(question({ suggestRule }), false)).toEqual({
      always: { covers: "Always: not offered, because the call cannot be shown in full." }
    })
    expect(describeAlwaysScope(question(), true)).toEqual({})
  })

  it("is in the request that a person sees", async () => {
    const approvals = await openApprovals()
    approvals.ask(question({ suggestRule }))
    expect(approvals.list()[0]?.always?.rule).toBe('write_file(a "b")')
    await approvals.close()
  })
})
