import assert from "node:assert/strict"
import { createToolgate, defineTool, Type } from "toolgate"
import { ToolNotFound } from "toolgate/effect"

const issues = new Map([["7", "Fix the login"]])
const findIssue = defineTool({
  name: "find_issue",
  description: "Finds an issue.",
  parameters: Type.Object({ id: Type.String() }),
  sideEffects: "READ",
  execute: ({ id }) => {
    const issue = issues.get(id)
    if (issue === undefined) throw new ToolNotFound({ message: "There is no such issue. List the issues first." })
    return issue
  }
})
await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [findIssue] })
const { error } = await gate.dispatch({ id: "1", tool: "find_issue", args: { id: "8" } })
assert.equal(error?.class, "not_found")
