import assert from "node:assert/strict"
import { collectPrograms, defaultConfig } from "@toolgate/policy"

// The folder of this file has a fault that hides which programs it is about.
const programs = {
  folder: "/app/programs",
  files: [],
  paths: [],
  examples: [],
  problems: [],
  isDoubtful: true,
  source: "toolgate.yaml:2:11"
}
const project = { ...defaultConfig, programs }
assert.equal(collectPrograms([defaultConfig, project], 0), undefined)
assert.notEqual(collectPrograms([defaultConfig, project], 1), undefined)
