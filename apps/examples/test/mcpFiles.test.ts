import { parseMcpConfig } from "@toolgate/mcp-client"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { blocksOf } from "./documents.ts"

// A block that says how a server is reached is a whole file; others show a part of one.
const files = blocksOf("yaml").filter(({ code }) => /^servers:\n(?:.*\n)*? {4}(?:command|url):/m.test(code))

it.each(files)("holds as a mcp.yaml: $name", async ({ name, code }) => {
  const { servers } = await Effect.runPromise(parseMcpConfig(code, name))
  expect(servers.size).toBeGreaterThan(0)
})
