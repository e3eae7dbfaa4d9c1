import { FileReading } from "@toolgate/yaml-reading"
import { expect, it } from "vitest"
import { ImportNotes } from "../../src/openapi/ImportNotes.ts"
import { selectFittingTools } from "../../src/openapi/selectFittingTools.ts"

it("leaves the largest tools out of a catalogue that would be too large, and names them", () => {
  const reading = new FileReading({ name: "api.json", what: "OpenAPI document", least: "" })
  reading.lines.addNewLine(0)
  const notes = new ImportNotes(reading)
  const tools = ["small", "largest", "also small", "large"].map((name, at) => {
    const tool = { name, description: "x".repeat(name.startsWith("large") ? 100 * name.length : 1) }
    return { tool, at }
  })
  expect(selectFittingTools(tools, notes, 10_000)).toHaveLength(4)
  expect(notes.all).toEqual([])
  expect(selectFittingTools(tools, notes, 700).map(({ name }) => name)).toEqual(["small", "also small", "large"])
  expect(notes.all).toEqual([
    {
      source: "api.json:1:2",
      message: 'a catalogue has at most 4 MiB, and there is no room for the tool "largest"; choose it with --only'
    }
  ])
})
