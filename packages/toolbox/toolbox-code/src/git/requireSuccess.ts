import { type PrintedOutput, ToolExecutionError, ToolNotFound, ToolValidationError } from "@toolgate/core"

/** Returns Git's output, or throws the reason of its failure for the model. */
export const requireSuccess = ({ status, stdout, stderr, isCut }: PrintedOutput): string => {
  if (status !== 0) throw failureOf(status, stderr)
  if (isCut) throw new ToolExecutionError({ message: "Git printed more than can be read at once; ask for less of it." })
  return stdout
}

const failureOf = (status: number, stderr: string) => {
  const known = causes.find(([pattern]) => pattern.test(stderr))
  if (known !== undefined) return known[1]()
  const [line = ""] = stderr.split("\n")
  const said = line === "" ? "" : `: ${line.slice(0, mostCharacters)}`
  return new ToolExecutionError({ message: `Git failed with exit status ${status}${said}` })
}

const mostCharacters = 300

/** Returns the error for a path outside of any repository. */
export const createNoRepositoryError = () =>
  new ToolExecutionError({
    message: 'The folder is not a Git repository: it has no ".git" that Git can read. Name the one that does in "path".'
  })

const failed = (message: string) => () => new ToolExecutionError({ message })

const causes: ReadonlyArray<readonly [RegExp, () => ToolExecutionError | ToolNotFound | ToolValidationError]> = [
  // Outside of a repository, "git diff" compares any two files, and exits with 1 if they differ.
  [/not a git repository|git diff --no-index/i, () => createNoRepositoryError()],
  [
    /unknown revision|bad revision|ambiguous argument|invalid object name/i,
    () => new ToolNotFound({ message: "The repository has no such revision; git_log lists the existing ones." })
  ],
  [
    /is outside repository/i,
    () =>
      new ToolValidationError({
        message: 'One of "paths" leads out of the repository; write each from the folder of the repository.'
      })
  ],
  [/ignored by one of your \.gitignore/i, failed('One of "paths" is ignored by the repository; leave it out.')],
  [
    /did not match any file/i,
    () =>
      new ToolNotFound({ message: 'One of "paths" names nothing in the repository; git_status lists what changed.' })
  ],
  [
    /index\.lock|Unable to create '.*\.lock'/i,
    failed("Another Git command has locked the repository; try again when it has ended.")
  ],
  [
    /tell me who you are|empty ident|auto-detect email|no email was given/i,
    failed("Git knows no author; set user.name and user.email in the repository's settings.")
  ],
  [/unmerged|conflict/i, failed("The repository has conflicts; resolve them first. git_status lists them.")]
]
