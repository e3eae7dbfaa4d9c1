import { applyPatch, multiEdit } from "@toolgate/builtins"
import { addRecipe, type Tool } from "@toolgate/core"
import { type CodeSettings, codeSettings } from "./codeSettings.ts"
import { gitCommit } from "./git-commit/definition.ts"
import { gitDiff } from "./git-diff/definition.ts"
import { gitLog } from "./git-log/definition.ts"
import { gitStatus } from "./git-status/definition.ts"
import { glob } from "./glob/definition.ts"
import { imageInfo } from "./image-info/definition.ts"
import { createLintCode } from "./lint-code/definition.ts"
import { lintPython } from "./lint-python/definition.ts"
import { pdfText } from "./pdf-text/definition.ts"
import { pythonEval } from "./python-eval/definition.ts"
import { createRunTests } from "./run-tests/definition.ts"
import { searchFiles } from "./search-files/definition.ts"
import { createTodoTool } from "./todo/definition.ts"

export {
  applyPatch,
  type CodeSettings,
  codeSettings,
  createTodoTool,
  gitCommit,
  gitDiff,
  gitLog,
  gitStatus,
  glob,
  imageInfo,
  lintPython,
  multiEdit,
  pdfText,
  pythonEval,
  searchFiles
}

/**
 * Returns the tools for code and its repositories. Tools that run programs are commands, which the policy confines. The
 * operator configures the linters and the test command: without them, `lint_code` and `run_tests` refuse.
 *
 * ```ts
 * import { codeTools } from "@toolgate/toolbox-code"
 *
 * const tools = codeTools({
 *   linters: [{ files: ["*.ts"], command: ["biome", "lint", "--reporter=json"], output: "biome" }],
 *   tests: { command: ["pytest", "-q", "--junitxml={report}"], filter: "-k{filter}" }
 * })
 * console.log(tools.map(({ name }) => name).join(", "))
 * ```
 */
export const codeTools = ({ linters, tests }: CodeSettings = {}): ReadonlyArray<Tool> => [
  gitStatus,
  gitDiff,
  gitLog,
  gitCommit,
  pythonEval,
  lintPython,
  linters === undefined ? lintCode : addRecipe(createLintCode(linters), { linters }),
  tests === undefined ? runTests : addRecipe(createRunTests(tests), { tests }),
  imageInfo,
  pdfText,
  searchFiles,
  glob,
  multiEdit,
  applyPatch,
  createTodoTool()
]

/** `lint_code` without configured linters. */
export const lintCode: Tool = createLintCode()
/** `run_tests` without a configured command. */
export const runTests: Tool = createRunTests(undefined)
