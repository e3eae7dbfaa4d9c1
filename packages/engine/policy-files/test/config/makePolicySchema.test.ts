import { readFileSync } from "node:fs"
import { runs } from "@toolgate/testing"
import { Ajv } from "ajv"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parse, stringify } from "yaml"
import { makePolicyReference } from "../../src/config/makePolicyReference.ts"
import { makePolicySchema } from "../../src/config/makePolicySchema.ts"
import { parsePolicy } from "../../src/config/parsePolicy.ts"
import { example } from "./example.ts"
import { written } from "./written.ts"

const validate = new Ajv({ allErrors: true, strict: true, strictTypes: false }).compile(makePolicySchema())
const errorsOf = (text: string) => {
  validate(parse(text))
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

describe("the JSON Schema of the policy file", () => {
  it("equals the published schema", () => {
    const published = readFileSync(new URL("../../policy.schema.json", import.meta.url), "utf8")
    expect(JSON.parse(published)).toEqual(JSON.parse(JSON.stringify(makePolicySchema())))
  })

  it("accepts every valid file", () => {
    expect(errorsOf(example)).toEqual([])
    fc.assert(
      fc.property(written, ({ file }) => {
        // The text is JSON. Its objects have no own member `__proto__` for a validator to visit.
        const text = stringify(file, { aliasDuplicateObjects: false, lineWidth: 0 })
        fc.pre(!text.includes("__proto__"))
        expect(errorsOf(text)).toEqual([])
      }),
      runs(100)
    )
  })

  it("accepts a key exactly in its places", () => {
    const places = makePolicyReference().flatMap(({ places: all, keys }) => all.map((place) => ({ place, keys })))
    expect(places.length).toBeGreaterThan(15)
    for (const { place, keys } of places)
      for (const { name } of keys)
        for (const [key, isUnknown] of [
          [name, false],
          [`${name}_`, true]
        ] as const) {
          const path = place === "" ? key : `${place}.${key}`
          const text = holding(path)
          expect([path, errorsOf(text).some((one) => one.endsWith("must NOT have additional properties"))]).toEqual([
            path,
            isUnknown
          ])
        }
  })

  it.each([
    ["version: 2", "/version"],
    ["version: '1'", "/version"],
    ["{}", ""],
    ["version: 1\nrules: { deny: read_file }", "/rules/deny"],
    ["version: 1\nrules: { deny: ['read_file('] }", "/rules/deny/0"],
    ["version: 1\nrules: { deny: ['a b'] }", "/rules/deny/0"],
    ["version: 1\ntools: { shell: { allowed: 'no' } }", "/tools/shell/allowed"],
    ["version: 1\ntools: { shell: { limits: { wall_time: 10 } } }", "/tools/shell/limits/wall_time"],
    ["version: 1\ntools: { shell: { limits: { wall_time: 10 s } } }", "/tools/shell/limits/wall_time"],
    ["version: 1\ntools: { 'a b': {} }", "/tools"],
    ["version: 1\nquotas: { shell: { per_session: -1 } }", "/quotas/shell/per_session"],
    ["version: 1\npermissions: { disk: {} }", "/permissions"],
    ["version: 1\ntool_confirmation: { default: { WRITE: maybe } }", "/tool_confirmation/default/WRITE"],
    ["version: 1\ntests: [{ call: { tool: a } }]", "/tests/0"]
  ])("refuses an invalid value: %s", (text, at) => {
    expect(Effect.runSync(Effect.result(parsePolicy(text, "p")))._tag).toBe("Failure")
    expect(errorsOf(text).some((error) => error.startsWith(`${at} `))).toBe(true)
  })

  it("accepts the policies of this repository", () => {
    const policies = ["policies/monorepo.yaml", "agents/policy.yaml"]
    for (const name of policies) {
      const text = readFileSync(new URL(`../../../../../apps/examples/${name}`, import.meta.url), "utf8")
      expect([name, errorsOf(text)]).toEqual([name, []])
    }
  })

  it("describes every key", () => {
    const keys = JSON.stringify(makePolicySchema()).match(/"description":"[A-Z]/g) ?? []
    expect(keys.length).toBeGreaterThanOrEqual(
      makePolicyReference().reduce((sum, { keys: all }) => sum + all.length, 0)
    )
  })
})

/** Returns a file that contains this key. The lists and maps on the way have one entry each. */
const holding = (path: string): string => {
  const value = path
    .replaceAll("[]", ".0")
    .replace(".TYPE", ".shell")
    .split(".")
    .reduceRight<unknown>((inner, step) => (step === "0" ? [inner] : { [step]: inner }), 0)
  return JSON.stringify({ version: 1, ...(value as object) })
}
