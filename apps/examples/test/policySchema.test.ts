import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { Ajv } from "ajv"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { listDocumentedPolicies } from "./listDocumentedPolicies.ts"

const schema = createRequire(import.meta.url).resolve("@toolgate/policy-files/policy.schema.json")
const validate = new Ajv({ allErrors: true, strictTypes: false }).compile(JSON.parse(readFileSync(schema, "utf8")))

describe("the JSON Schema that the policy package ships", () => {
  it.each(listDocumentedPolicies())("accepts a policy of the documentation: $name", ({ files }) => {
    validate(parse(files.at(-1)?.text ?? ""))
    expect(validate.errors ?? []).toEqual([])
  })
})
