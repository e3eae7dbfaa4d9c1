import assert from "node:assert/strict"
import { DefaultPolicy, defaultConfig } from "@toolgate/policy"
import { makeToolDefinition } from "@toolgate/testing"

// A rule with a misspelled tool name.
const deny = [{ text: "writefile", source: "toolgate.yaml:3:10" }]
const layer = {
  allow: undefined,
  deny,
  readOnly: undefined,
  noWeb: undefined,
  flat: undefined,
  source: "toolgate.yaml:3"
}
const config = { ...defaultConfig, layers: { ...defaultConfig.layers, global: layer } }
const [problem] = DefaultPolicy.findProblems(
  { configs: [config], tools: [makeToolDefinition({ name: "write_file" })] },
  new Map()
)
assert.match(problem?.message ?? "", /write_file/)
