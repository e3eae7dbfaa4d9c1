import type { Allowed, PermissionRequest, ResolvedPath } from "@toolgate/core"
import { compileAccess } from "@toolgate/core/access"
import fc from "fast-check"
import { expect, it } from "vitest"
import { makeGrant } from "../../src/grant/makeGrant.ts"
import { resolveAccess } from "../../src/grant/resolveAccess.ts"
import { DefaultPolicy } from "../../src/index.ts"
import { aTool, call, command, configsOf, file, installed, tools as kinds } from "../judging.ts"

const tools = [aTool({ sideEffects: "READ" }), aTool({ sideEffects: "NONE" })]
const because = { layer: "test", rule: "allow", source: "grantOf" }
const verdicts: ReadonlyArray<Allowed> = [
  Object.freeze({ decision: "allow" as const, because, bounds: {} }),
  Object.freeze({ decision: "allow" as const, because, bounds: { env: ["HOME"], confinement: "waived" as const } }),
  { decision: "allow", because, bounds: { env: ["PATH"] } }
]

const requestIn = (request: PermissionRequest, workspace: string): PermissionRequest => ({
  ...request,
  context: { ...request.context, workspace: workspace as ResolvedPath }
})

it("a grant never depends on earlier calls", () => {
  const asked = fc.record({
    tool: fc.constantFrom(...tools),
    verdict: fc.constantFrom(...verdicts),
    workspace: fc.constantFrom("/a", "/b"),
    resources: fc.constantFrom([], [file("/a/x")])
  })
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 20 }), (calls) => {
      for (const { tool, verdict, workspace, resources } of calls) {
        const request = requestIn(call(tool, resources), workspace)
        const { confinement = "required" } = verdict.bounds
        expect(makeGrant(request, verdict)).toMatchObject({
          confinement,
          access: resolveAccess(request, verdict.bounds)
        })
      }
    })
  )
})

it("a shared grant is frozen", () => {
  const [tool = aTool({})] = tools
  const [verdict] = verdicts as [Allowed]
  const grant = makeGrant(call(tool), verdict)
  expect(makeGrant(call(tool), verdict)).toBe(grant)
  const { access, limits } = grant
  const parts = [grant, limits, access, access.files, access.files[0], access.hosts, access.env]
  expect(parts.map((part) => Object.isFrozen(part))).toEqual(parts.map(() => true))
})

it("a policy gives each call the same frozen exceptions, so that their patterns are compiled once", () => {
  const configs = configsOf(
    "version: 1\nprotected: [/w/kept]\nrules: { deny: ['write_file(/w/a)', 'read_file(**/.env)'] }"
  )
  const own = { files: ["/w/policy.yaml"], secrets: ["/w/key"] }
  const { judge } = DefaultPolicy.make({ configs, ...own, tools: Object.values(kinds) }, installed)
  const exceptionsOf = (request: PermissionRequest) => {
    const verdict = judge(request)
    if (verdict.decision === "deny") throw new Error(verdict.why)
    return compileAccess(makeGrant(request, verdict).access.files).entries.map(({ exceptions }) => exceptions)
  }
  const requests = [call(kinds.shell, [command("ls")]), call(kinds.index)].map((one) => requestIn(one, "/w"))
  const first = requests.map(exceptionsOf)
  const second = requests.map(exceptionsOf)
  for (const [exceptions] of first)
    for (const pattern of ["/w/a", "/w/kept/**", "/w/policy.yaml/**", "/w/key/**", "/**/.env"])
      expect(exceptions?.all.map(({ exception }) => exception.pattern)).toContain(pattern)
  expect(first.map((all, i) => all.map((exceptions, at) => exceptions === second[i]?.[at]))).toEqual([[true], [true]])
})
