import { defineTool, type PrintedOutput } from "@toolgate/core"
import { boundOutput } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import { createRevisionSchema, declareGitRead, emptyRepository, path, paths } from "../git/git.ts"
import { requireSuccess } from "../git/requireSuccess.ts"

const text = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 1000, description }))

/** The schema of a time. Git silently reads any other text as the current time. */
const time = (description: string) =>
  Type.Optional(
    Type.String({
      pattern:
        "^(?:\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])(?:[T ](?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?(?: ?(?:Z|[+-]\\d\\d:?\\d\\d))?)?|\\d{1,6} (?:second|minute|hour|day|week|month|year)s? ago|yesterday|now)$",
      description
    })
  )

/** Lists commits of a Git repository, the newest first. */
export const gitLog = defineTool({
  ...declareGitRead(
    [
      "log",
      "-z",
      "--no-color",
      "--no-show-signature",
      "--encoding=UTF-8",
      "--fixed-strings",
      "--format=tformat:%H%x00%P%x00%an%x00%ae%x00%aI%x00%s%x00%b",
      "--max-count=50",
      "--max-count={max_count}",
      "--skip={skip}",
      "--author={author}",
      "--grep={text}",
      "--since={since}",
      "--until={until}",
      "{ref}",
      "--",
      "{paths}"
    ],
    (printed) => readLog(printed)
  ),
  name: "git_log",
  title: "List commits",
  description:
    "Lists commits of a Git repository, the newest first: those that lead to the branch that is checked out, or to a revision. They can be limited to files, to an author, to a time, and to a text in their messages.",
  parameters: Type.Object(
    {
      path,
      ref: Type.Optional(createRevisionSchema("A revision or a range. Default: HEAD")),
      paths: Type.Optional(paths),
      author: text("A part of the author's name or address."),
      text: text("A part of the message."),
      since: time("A day or a time in ISO 8601, as in 2026-01-31, or such as: 2 weeks ago"),
      until: time("The last day, with all of its hours, or a time: 2026-01-31, or such as: 2 weeks ago"),
      max_count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: "Default: 50" })),
      skip: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 10_000_000, description: "How many to leave out first." })
      )
    },
    { additionalProperties: false }
  ),
  output: Type.Object(
    {
      commits: Type.Array(
        Type.Object(
          {
            commit: Type.String({ description: "The id of the commit." }),
            parents: Type.Array(Type.String()),
            author: Type.String(),
            email: Type.String(),
            date: Type.String({ description: "When it was written, in ISO 8601." }),
            subject: Type.String(),
            body: Type.String()
          },
          { additionalProperties: false }
        )
      ),
      cut: Type.Boolean({ description: "Whether commits were left out because they are too long together." })
    },
    { additionalProperties: false }
  ),
  examples: [
    {
      description: "A repository has no commits at first.",
      args: {},
      files: emptyRepository,
      expect: { value: { commits: [], cut: false } }
    }
  ]
})

const readLog = (printed: PrintedOutput) => {
  const isNew = printed.status !== 0 && /does not have any commits yet/.test(printed.stderr)
  const fields = isNew ? [] : requireSuccess(printed).split("\0")
  const commits = Array.from({ length: Math.floor(fields.length / 7) }, (_, at) => {
    const [commit = "", parents = "", author = "", email = "", date = "", subject = "", body = ""] = fields.slice(
      at * 7,
      at * 7 + 7
    )
    return { commit, parents: parents.split(" ").filter(Boolean), author, email, date, subject, body: body.trimEnd() }
  })
  return boundOutput(
    commits,
    (kept, cut) => ({ commits: kept, cut }),
    'Ask for fewer with "max_count", and continue with "skip".'
  )
}
