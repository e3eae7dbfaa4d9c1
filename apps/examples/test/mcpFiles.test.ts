import { parseMcpConfig } from "@toolgate/mcp-client"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { listBlocks } from "./documents.ts"

// A block with a server's connection is a whole file; others are parts of files.
const files = listBlocks("yaml").filter(({ code }) => /^servers:\n(?:.*\n)*? {4}(?:command|url):/m.test(code))

it.each(files)("is a valid mcp.yaml: $name", async ({ name, code }) => {
  const { servers } = await Effect.runPromise(parseMcpConfig(code, name))
  expect(servers.size).toBeGreaterThan(0)
})
