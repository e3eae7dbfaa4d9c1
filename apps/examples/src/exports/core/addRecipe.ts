import assert from "node:assert/strict"
import { addRecipe } from "@toolgate/core"
import { defineTool } from "toolgate"

const parameters = { type: "object" } as const
const search = defineTool({
  name: "search",
  description: "Searches.",
  parameters,
  sideEffects: "READ",
  execute: () => []
})
// Another index changes the tool's digest, so a person has to approve the tool again.
const described = addRecipe(search, { index: "https://search.example/v2" })
assert.deepEqual(
  described.implementations.map((one) => "recipe" in one && one.recipe),
  [{ index: "https://search.example/v2" }]
)
