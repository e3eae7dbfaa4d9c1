import { expect, it } from "vitest"
import { type SettingsSchema, settingsShape } from "../src/toolbox/settingsShape.ts"
import { entryNames, toolboxEntries } from "../src/toolbox/toolboxEntries.ts"

it.each(entryNames)("the entry %s holds the tools that are known by name, and no others", async (name) => {
  const { tools, load } = toolboxEntries[name]
  const made = (await load()).make()
  expect(made.flatMap((tool) => [tool.name, ...tool.aliases])).toEqual(tools)
})

it.each(entryNames)("the settings of the entry %s can be read from a file", async (name) => {
  const { settings } = await toolboxEntries[name].load()
  if (settings !== undefined) expect(settingsShape(settings as SettingsSchema, name).type).toBe("a map")
})
