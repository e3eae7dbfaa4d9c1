import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Ajv } from "ajv"
import { expect, it } from "vitest"
import { parse } from "yaml"
import { root } from "../documents.ts"
import { schemas } from "./schemas.ts"

const compile = (file: keyof typeof schemas) => new Ajv({ strict: true, strictTypes: false }).compile(schemas[file])

it.each(Object.entries(schemas))("%s is the schema of its shape (else run pnpm docs:schemas)", (file, schema) => {
  expect(JSON.parse(readFileSync(join(root, file), "utf8"))).toEqual(JSON.parse(JSON.stringify(schema)))
})

it.each([
  ["packages/edges/mcp-client/mcp.schema.json", "mcp.yaml"],
  ["packages/tools/catalogue/tools.schema.json", "tools.yaml"]
] as const)("%s accepts each %s of the templates and examples, and no other keys", (schema, name) => {
  const files = globSync(`apps/{cli/templates,examples}/*/${name}`, { cwd: root })
  const validate = compile(schema)
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) {
    const content = parse(readFileSync(join(root, file), "utf8"))
    validate(content)
    expect([file, validate.errors]).toEqual([file, null])
    expect(validate({ ...content, tols: [] })).toBe(false)
  }
})

it("the schema of a server accepts the settings in its README, and no other keys", () => {
  const validate = compile("packages/edges/server/server.schema.json")
  const [, text = ""] =
    /```yaml\n(# server\.yaml\n.*?)```/s.exec(readFileSync(join(root, "packages/edges/server/README.md"), "utf8")) ?? []
  const settings = parse(text)
  expect([settings.webhooks.length, validate(settings), validate.errors]).toEqual([1, true, null])
  expect(validate({ ...settings, webhook: [] })).toBe(false)
})

it("the schema of a plugin requires its name, its version and its tools", () => {
  const validate = compile("packages/tools/catalogue/plugin.schema.json")
  const plugin = { name: "notes", version: "1.0.0", tools: [] }
  expect(Object.keys(plugin).filter((key) => validate({ ...plugin, [key]: undefined, [`${key}_`]: 1 }))).toEqual([])
  expect(validate({ name: "notes", version: "1.0.0" })).toBe(false)
})
