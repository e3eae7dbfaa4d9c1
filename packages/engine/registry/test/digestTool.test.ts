import { createHash } from "node:crypto"
import { defineTool } from "@toolgate/core"
import { expect, it } from "vitest"
import { registryOf } from "./ask.ts"

it("hashes a definition's canonical JSON with SHA-256", () => {
  const tool = defineTool({
    name: "pay",
    owner: "plugin:till",
    description: "Pays \u20ac\u000f\n'\"\\/.",
    // The names and numbers of RFC 8785, which sorts by UTF-16 code units.
    parameters: {
      type: "object",
      properties: {
        "\u20ac": { type: "number", enum: [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0] },
        "\r": { type: "string" },
        "1": { type: "null" },
        "\u0080": {},
        "\ud83d\ude00": {},
        "\ufb33": {}
      }
    },
    schemas: "full",
    sideEffects: "NETWORK",
    resources: [{ kind: "url", arg: "/\u20ac" }],
    command: { argv: ["pay", "--now"] }
  })
  const canonical =
    '{"aliases":[],"callers":["direct"],"description":"Pays \u20ac\\u000f\\n\'\\"\\\\/.","destructive":false,"effects":[],' +
    '"implementations":[{"argv":["pay","--now"],"kind":"command"}],"name":"pay","owner":"plugin:till","parameters":{"properties":{' +
    '"\\r":{"type":"string"},"1":{"type":"null"},"\u0080":{},"\u20ac":{"enum":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],' +
    '"type":"number"},"\ud83d\ude00":{},"\ufb33":{}},"type":"object"},"requiresCapability":true,"requiresWorkspace":false,' +
    '"resources":[{"arg":"/\u20ac","kind":"url"}],"risk":"SAFE","sideEffects":"NETWORK"}'
  const digestOf = (text: string) => createHash("sha256").update(text).digest("hex")
  expect(registryOf(tool).get("pay")?.digest).toBe(digestOf(canonical))
  const lazy = canonical.replace('"name":"pay"', '"lazySchema":true,"name":"pay"')
  expect(registryOf({ ...tool, lazySchema: true }).get("pay")?.digest).toBe(digestOf(lazy))
  // Parts that are left to the server are not checked here.
  const left = canonical.replace('"sideEffects"', '"schemas":"partial","sideEffects"')
  expect(registryOf({ ...tool, schemas: "partial" }).get("pay")?.digest).toBe(digestOf(left))
})
