import { readFileSync } from "node:fs"
import { Ajv } from "ajv"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { programFiles } from "../../bin/compile.mjs"
import { makeProgramSchema } from "../../src/reading.ts"

const validate = new Ajv({ allErrors: true, strict: true, strictTypes: false }).compile(makeProgramSchema())

describe("the JSON Schema of a program's file", () => {
  it("equals program.schema.json", () => {
    const stored = readFileSync(new URL("../../program.schema.json", import.meta.url), "utf8")
    expect(JSON.parse(stored)).toEqual(JSON.parse(JSON.stringify(makeProgramSchema())))
  })

  it("accepts every file", () => {
    const refused = programFiles().filter((file) => !validate(parse(readFileSync(file, "utf8"))))
    expect(refused).toEqual([])
  })

  it.each([
    ["an unknown key", { names: ["x"], optoins: "-a" }],
    [
      "an unknown key of a subcommand's subcommand",
      { names: ["x"], subcommands: { a: { subcommands: { b: { c: 1 } } } } }
    ],
    ["an unknown matcher", { names: ["x"], operands: [{ is: "outsied", reason: "is elsewhere" }] }],
    ["a list in place of a text", { names: ["x"], options: ["-a"] }],
    ["a file without names", { options: "-a" }]
  ])("refuses %s", (_what, file) => {
    expect(validate(file)).toBe(false)
  })
})
