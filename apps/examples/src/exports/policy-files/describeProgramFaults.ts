import assert from "node:assert/strict"
import { defaultConfig } from "@toolgate/policy"
import { describeProgramFaults } from "@toolgate/policy-files"

const problems = [{ source: "programs/deploy.yaml:2:3", message: 'unknown key "hamless"; did you mean "harmless"?' }]
const programs = {
  folder: "/app/programs",
  files: [],
  paths: [],
  examples: [],
  problems,
  isDoubtful: true,
  source: "a:1"
}
const [sentence] = describeProgramFaults([{ ...defaultConfig, programs }])
assert.match(sentence ?? "", /^programs\/deploy\.yaml:2:3: unknown key/)
