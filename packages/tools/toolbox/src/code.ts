import type { Tool } from "@toolgate/core"
import { gitCommit } from "./code/git-commit/definition.ts"
import { gitDiff } from "./code/git-diff/definition.ts"
import { gitLog } from "./code/git-log/definition.ts"
import { gitStatus } from "./code/git-status/definition.ts"
import { imageInfo } from "./code/image-info/definition.ts"
import { lintPython } from "./code/lint-python/definition.ts"
import { pdfText } from "./code/pdf-text/definition.ts"
import { pythonEval } from "./code/python-eval/definition.ts"

export { gitCommit, gitDiff, gitLog, gitStatus, imageInfo, lintPython, pdfText, pythonEval }

/**
 * Returns the tools for code and its repositories. Those that run programs are commands, which a policy confines.
 *
 * ```ts
 * import { codeTools } from "@toolgate/toolbox/code"
 *
 * console.log(codeTools().map(({ name }) => name).join(", "))
 * ```
 */
export const codeTools = (): ReadonlyArray<Tool> => [
  gitStatus,
  gitDiff,
  gitLog,
  gitCommit,
  pythonEval,
  lintPython,
  imageInfo,
  pdfText
]
