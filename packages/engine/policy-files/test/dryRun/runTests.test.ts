import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { runTests } from "../../src/index.ts"
import { configsOf, dryRunOf } from "./dry.ts"

const policy = `version: 1
layers: { roles: { reader: { read_only: true } } }
rules: { deny: ["read_file(**/.env)"], allow: ["fetch(domain:example.org)"] }
tests:
  - { call: { tool: read_file, args: { path: .env }, context: { role: reader } }, expect: deny }
  - { call: { tool: read_file, args: { path: a }, context: { role: reader, workspace: /srv/w } }, expect: allow }
  - { call: { tool: read_file, args: { path: a }, context: { role: reader } }, expect: deny }
  - { call: { tool: fetch, args: { u: "https://example.org" }, definition: { side_effects: READ, resources: [{ kind: url, arg: /u }] }, context: { role: reader } }, expect: deny }
  - { call: { tool: raed_file, context: { role: reader } }, expect: deny }
  - { call: { tool: read_file, args: { pth: a }, context: { role: reader } }, expect: deny }
  - { call: { tool: fetch, definition: { side_effect: READ } }, expect: deny }
  - { call: { tool: read_file, args: { path: ../a }, context: { role: reader } }, expect: deny }
  - { call: { tool: read_file, args: { path: a }, context: { role: reader, no_web: true, read_only: true } }, expect: allow }
`

describe("the tests of a policy", () => {
  it("pass if the decision is as expected and the request is valid", async () => {
    const configs = configsOf(policy)
    const dryRun = await dryRunOf(configs)
    const results = await Effect.runPromise(runTests(dryRun, configs[0]?.tests ?? []))
    expect(results.map(({ test, got, passed }) => `${test.source} ${got} ${passed}`)).toEqual([
      "1.yaml:5:5 deny true",
      "1.yaml:6:5 allow true",
      "1.yaml:7:5 allow false",
      "1.yaml:8:5 allow false",
      "1.yaml:9:5 deny false",
      "1.yaml:10:5 deny false",
      "1.yaml:11:5 deny false",
      "1.yaml:12:5 deny true",
      "1.yaml:13:5 allow true"
    ])
  })
})
