import { expect, it } from "vitest"
import { toolboxEntries } from "../src/toolboxEntries.ts"

const describedWith = async (entry: "web" | "code" | "routing", settings: object) => {
  const { make } = await toolboxEntries[entry].load()
  return new Map(
    make(settings).map(({ name, implementations }) => [
      name,
      implementations.map((one) => ("recipe" in one ? one.recipe?.settings : undefined)).join()
    ])
  )
}

/** Returns the tools whose description changes with the settings. */
const changedBy = async (entry: "web" | "code" | "routing", before: object, after: object) => {
  const [one, other] = [await describedWith(entry, before), await describedWith(entry, after)]
  return [...one.keys()].filter((name) => one.get(name) !== other.get(name))
}

it("changes the description of exactly the tools that a setting affects", async () => {
  const english = { private: ["a:1"], languages: ["en"] }
  expect(await changedBy("web", english, { ...english, languages: ["de"] })).toEqual(["fetch_wikipedia"])
  expect(await changedBy("web", english, { ...english, search: "https://a.example/" })).toEqual(["web_search"])
  expect(await changedBy("web", english, { ...english, private: ["a:2"] })).toEqual([...toolboxEntries.web.tools])
  const tests = { tests: { command: ["pytest"] } }
  expect(await changedBy("code", tests, { tests: { command: ["vitest"] } })).toEqual(["run_tests"])
  expect(await changedBy("code", {}, tests)).toEqual(["run_tests"])
  expect(await changedBy("routing", {}, { agents: { a: { command: ["x"] } } })).toEqual(["delegate"])
  expect(await changedBy("web", english, { ...english })).toEqual([])
})
