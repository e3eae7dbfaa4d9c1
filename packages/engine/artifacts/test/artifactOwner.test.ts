import type { Principal } from "@toolgate/core"
import { expect, it } from "vitest"
import { artifactOwner } from "../src/index.ts"

const ceiling = { tools: "any" } as const
const digestOf = (principal: Principal) => artifactOwner({ session: "s", principal }).principal

it("distinguishes owners by agent, user and parent agents", () => {
  const lead: Principal = { agent: "lead", ceiling }
  const all: ReadonlyArray<Principal> = [
    lead,
    { agent: "lead", onBehalfOf: "ada", ceiling },
    { agent: "worker", ceiling },
    { agent: "worker", ceiling, parent: lead },
    { agent: "worker", ceiling, parent: { ...lead, onBehalfOf: "ada" } },
    { agent: "worker", onBehalfOf: "ada", ceiling, parent: lead },
    { agent: 'worker",null],["lead', ceiling }
  ]
  expect(new Set(all.map(digestOf)).size).toBe(all.length)
})

it("ignores the ceiling, role and task of a principal", () => {
  const agent = "worker"
  expect(digestOf({ agent, role: "writer", task: "t1", ceiling: { tools: [], readOnly: true } })).toBe(
    digestOf({ agent, ceiling })
  )
})
