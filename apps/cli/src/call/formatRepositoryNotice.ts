import { existsSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import type { ToolExecution } from "toolgate"

/** Returns a notice if git failed because the workspace is a subfolder of a repository; otherwise "". */
export const formatRepositoryNotice = ({ output }: Pick<ToolExecution, "output">, workspace: string): string => {
  const isMissed = output.content.some((block) => block.type === "text" && block.text.includes(missed))
  const root = isMissed ? repositoryAbove(resolve(workspace)) : undefined
  return root === undefined
    ? ""
    : `toolgate: The root of the repository is ${JSON.stringify(root)}, which calls in this folder do not reach. To use git, name it with --workspace.\n`
}

const missed = "not a git repository"

/** Returns the nearest parent folder that is the root of a repository. `undefined` if the folder itself is one. */
const repositoryAbove = (folder: string): string | undefined => {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at === folder ? undefined : at
    if (dirname(at) === at) return undefined
  }
}
