import type { GrantBounds, Judge } from "@toolgate/core"
import { allow, ask, deny } from "@toolgate/policy"
import fc from "fast-check"
import { one } from "./chance.ts"
import { toolNames } from "./names.ts"
import { resolved } from "./requests.ts"

/** An app's own judge, with a description. */
export interface OwnJudge {
  readonly judge: Judge
  readonly said: string
}

const because = { layer: "own", rule: "test", source: "test" }

const bounds: ReadonlyArray<GrantBounds> = [
  {},
  { sandbox: "host" },
  { limits: { wallMs: 3 } },
  { files: [{ path: resolved("/ws/src"), mode: "rw", scope: "tree" }] },
  { files: [{ path: resolved("/"), mode: "r", scope: "tree" }], hosts: [] },
  { confinement: "waived", env: "any" },
  { confinement: "required", env: ["CI"] },
  { except: [{ pattern: "/**/a", mode: "w" }] }
]

/** A judge that allows, asks about or denies the calls of one tool, or of one session. */
export const anyJudge: fc.Arbitrary<OwnJudge> = fc
  .record({
    decision: one(["allow", "allow", "ask", "deny"] as const),
    about: one([...toolNames, "night"]),
    bound: one(bounds)
  })
  .map(({ decision, about, bound }) => ({
    said: `${decision} ${about} ${JSON.stringify(bound)}`,
    judge: ({ tool, context }) => {
      if (decision === "allow" || (tool.name !== about && context.session !== about)) return allow(because, bound)
      return decision === "ask" ? { ...ask(because, "Asked."), bounds: bound } : deny(because, "Denied.")
    }
  }))
