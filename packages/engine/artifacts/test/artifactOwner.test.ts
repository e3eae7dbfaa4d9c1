import type { Principal } from "@toolgate/core"
import { expect, it } from "vitest"
import { artifactOwner } from "../src/index.ts"

const ceiling = { tools: "any" } as const
const digestOf = (principal: Principal) => artifactOwner({ session: "s", principal }).principal

it("owners differ by agent, by whom it acts for, and by who is above it", () => {
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

it("owners do not differ by what a principal may do, by its role or its task", () => {
  const agent = "worker"
  expect(digestOf({ agent, role: "writer", task: "t1", ceiling: { tools: [], readOnly: true } })).toBe(
    digestOf({ agent, ceiling })
  )
})
