import { type Permit, refused } from "@toolgate/core"
import { expect, it } from "vitest"
import type { Outcome } from "../../src/command/buildCommandOutcome.ts"
import { addAppearedFiles, addRefusedWrites } from "../../src/command/outcomeNotes.ts"

const fine: Outcome = { output: { content: [], success: true, metadata: {} }, error: undefined }
const failed: Outcome = { ...fine, error: refused("ToolFailed", "It failed.") }
const permit = { request: { tool: { name: "build" } } } as Permit

it("names at most five paths that a command could not write, and why", () => {
  const paths = Array.from({ length: 9 }, (_, at) => `/w/.env${at}`)
  const { output, error } = addRefusedWrites(failed, { paths, why: paths.map((path) => `Protected ${path}.`) })
  expect(output.metadata).toEqual({ protected: paths.slice(0, 5) })
  expect(error?.message).toMatch(/^It failed\. The command could not write all of .*"[^"]*\.env4"\. Protected/)
  expect(error?.message).toMatch(/Protected \/w\/\.env4\.$/)
})

it("lists at most a hundred paths that were removed, and counts the others", () => {
  const removed = Array.from({ length: 103 }, (_, at) => `/w/${at}`)
  const { output, error } = addAppearedFiles(permit, fine, { removed, stuck: [], left: [], why: [] })
  const listed = [...removed.slice(0, 100), "and 3 more"]
  expect(output).toEqual({ content: [], success: false, metadata: { excepted: { removed: listed, left: [] } } })
  expect(error).toEqual(
    refused("FileDenied", 'Tool "build" made 103 files or folders that its grant protects; all were removed.', {
      removed: listed
    })
  )
})
