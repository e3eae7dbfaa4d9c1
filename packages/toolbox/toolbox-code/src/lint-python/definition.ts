import { defineTool } from "@toolgate/core"
import { createTextArgument, declareFileUnlessText, getTextOrFile, SentFiles } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import { runJob } from "../runJob.ts"
import { createViolationsSchema, toViolationsOutput, type Violation } from "../violations.ts"

/** Lints Python with Ruff, in a process that can be killed and starts no other. */
export const lintPython = defineTool({
  name: "lint_python",
  title: "Lint Python",
  description:
    "Finds faults in Python code by the rules E4, E7, E9 and F of Ruff: names that are unused or undefined, imports in the wrong place, comparisons that are always wrong, and syntax errors, with the code invalid-syntax. Reads no configuration. Give exactly one of `code` and `path`, a file of the workspace.",
  parameters: Type.Object(
    {
      path: Type.Optional(Type.String({ description: "The Python file, from the workspace's root." })),
      code: createTextArgument("The Python code.")
    },
    { additionalProperties: false }
  ),
  output: createViolationsSchema(),
  sideEffects: "READ",
  effects: ["read_only"],
  category: "code",
  permission: "compute",
  callers: ["direct", "chain"],
  resources: [declareFileUnlessText()],
  examples: [
    {
      args: { code: "import os\nprint(1)\n" },
      expect: {
        value: {
          violations: [{ code: "F401", message: "`os` imported but unused", line: 1, column: 8, fixable: true }],
          total: 1,
          cut: false
        }
      }
    },
    {
      description: "A syntax error is a violation.",
      args: { code: "x = (1,\n" },
      expect: {
        value: {
          violations: [
            { code: "invalid-syntax", message: "unexpected EOF while parsing", line: 2, column: 1, fixable: false }
          ],
          total: 1,
          cut: false
        }
      }
    }
  ],
  execute: async (given, context) => {
    const files = new SentFiles(context.files)
    const { text, place } = await getTextOrFile(given, ["code"], files)
    const found = await runJob({ export: "lint", args: { text, place } }, context, files.answers)
    return toViolationsOutput(found as ReadonlyArray<Violation>)
  }
})
