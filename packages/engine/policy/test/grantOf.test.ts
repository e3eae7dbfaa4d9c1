import type { Allowed, PermissionRequest, ResolvedPath } from "@toolgate/core"
import fc from "fast-check"
import { expect, it } from "vitest"
import { accessOf } from "../src/accessOf.ts"
import { grantOf } from "../src/grantOf.ts"
import { aTool, call, file } from "./judging.ts"

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

it("a grant is that of its own call, whatever calls came before", () => {
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
        expect(grantOf(request, verdict)).toMatchObject({ confinement, access: accessOf(request, verdict.bounds) })
      }
    })
  )
})

it("a grant that calls share cannot be changed", () => {
  const [tool = aTool({})] = tools
  const [verdict] = verdicts as [Allowed]
  const grant = grantOf(call(tool), verdict)
  expect(grantOf(call(tool), verdict)).toBe(grant)
  const { access, limits } = grant
  const parts = [grant, limits, access, access.files, access.files[0], access.hosts, access.env]
  expect(parts.map((part) => Object.isFrozen(part))).toEqual(parts.map(() => true))
})
