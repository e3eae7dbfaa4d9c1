import { join } from "node:path"
import { ToolRegistry } from "@toolgate/core"
import { MapToolRegistry } from "@toolgate/registry"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { loadCatalogue } from "../../src/index.ts"
import { known } from "./reading.ts"

const folder = join(import.meta.dirname, "../fixtures/tools")
const catalogue = await Effect.runPromise(
  loadCatalogue([join(folder, "tools.yaml")], { tools: known, home: "/home/ann" })
)

it("makes valid tools for a registry", async () => {
  const definitions = await Effect.runPromise(
    Effect.provide(
      Effect.map(ToolRegistry, (registry) => registry.list()),
      MapToolRegistry.layer(catalogue.tools)
    )
  )
  const lines = definitions
    .slice(known.length)
    .map(
      ({ name, sideEffects, risk, timeoutMs, schemas, resources, implementations }) =>
        `${name}: ${sideEffects} ${risk} ${timeoutMs} ${schemas} ${implementations.map(({ kind }) => kind)} ${resources.map(({ kind }) => kind)}`
    )
  expect(lines).toEqual([
    "grep_logs: EXECUTE SAFE 20000 portable command file,command",
    "git_status: EXECUTE SAFE 600000 portable command ",
    "count_files: EXECUTE SAFE 600000 portable command command",
    "format_price: EXECUTE SAFE 600000 portable command ",
    "word_count: NONE SAFE 60000 portable script ",
    "checksum: NONE SAFE 60000 portable wasm ",
    "list_orders: READ SAFE 60000 full script file",
    "find_product: READ SAFE 60000 portable function host",
    "refund: NETWORK CRITICAL 600000 portable function host",
    "publish: EXECUTE HIGH 600000 portable command host",
    "read_report: READ LOW 5000 portable function file",
    "web_search: NETWORK SAFE 600000 portable provider "
  ])
})

it("keeps the known tools in their positions, tightened as the file says", () => {
  const changed = catalogue.tools.slice(0, known.length).filter((tool, at) => tool !== known[at])
  expect(
    changed.map(({ name, risk, callers, timeoutMs, destructive, permission }) => ({
      name,
      risk,
      callers,
      timeoutMs,
      destructive,
      permission
    }))
  ).toEqual([
    {
      name: "write_file",
      risk: "LOW",
      callers: ["direct", "chain"],
      timeoutMs: 60_000,
      destructive: true,
      permission: "filesystem"
    },
    { name: "shell", risk: "HIGH", callers: ["direct"], timeoutMs: 30_000, destructive: true, permission: "shell" }
  ])
})

it("lists the files that the tools are made of, and the file's permissions", () => {
  expect(catalogue.files).toEqual(
    ["tools.yaml", "bin", "bin/count", "word-count.ts", "checksum.wasm", "list-orders.mjs"].map((name) =>
      join(folder, name)
    )
  )
  expect(catalogue.narrowing.map(({ permissions }) => [...permissions.keys()])).toEqual([
    ["network", "filesystem", "shell"]
  ])
})

it("makes parameters a closed schema", () => {
  expect(catalogue.tools.find(({ name }) => name === "format_price")?.parameters).toEqual({
    type: "object",
    properties: {
      price: {
        type: "object",
        properties: { amount: { type: "number" }, currency: { type: "string", enum: ["EUR", "USD"] } },
        required: ["amount", "currency"],
        additionalProperties: false
      }
    },
    required: ["price"],
    additionalProperties: false
  })
})

it("has examples beside the definition", () => {
  expect(catalogue.tools.find(({ name }) => name === "grep_logs")?.examples).toEqual([
    {
      description: "finds a line",
      args: { text: "failed", file: "shop.log" },
      files: { "shop.log": "paid\nfailed\n" },
      expect: { text: "2:failed\n" }
    }
  ])
})
