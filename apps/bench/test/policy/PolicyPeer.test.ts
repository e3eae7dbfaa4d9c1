import { describe, expect, it } from "vitest"
import { names } from "../../src/policy/names.ts"
import { paths } from "../../src/policy/paths.ts"
import { casbin } from "../../src/policy/peers/casbin.ts"
import { casl } from "../../src/policy/peers/casl.ts"
import { cedar } from "../../src/policy/peers/cedar.ts"
import { convertRules } from "../../src/policy/peers/convertRules.ts"

const rules = 30
const roles = 10

describe.each([cedar, casl, casbin])("$name", ({ open }) => {
  it.each([names("deny", rules), paths("deny")])("answers the same requests as our policy: $name", async (kind) => {
    const allows = await open(convertRules(kind, rules, roles))
    const stream = kind.stream(rules, roles)
    expect(stream.map(({ request }) => allows(request))).toEqual(stream.map(({ decision }) => decision === "allow"))
  })
})
