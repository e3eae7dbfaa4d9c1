import { Type } from "typebox"

const count = (description: string) => Type.Integer({ minimum: 0, description })
const lines = (description: string) => Type.Optional(Type.Array(Type.String(), { description }))

/** The schema of a search's result. */
export const outputOfSearch = Type.Object(
  {
    matches: Type.Array(
      Type.Object(
        {
          path: Type.String(),
          line: Type.Integer({ minimum: 1 }),
          text: Type.String({ description: "The line." }),
          before: lines("The lines before it."),
          after: lines("The lines after it.")
        },
        { additionalProperties: false }
      )
    ),
    files_searched: count("How many files were searched."),
    skipped: Type.Object(
      {
        binary: count("Files that are not text."),
        too_large: count("Files of more than 10 MB."),
        denied: count("Files that the policy leaves out of what this call may read."),
        unreadable: count("Files that were gone or could not be read."),
        folders: count("Folders that were not entered: the call may not read them, or they changed meanwhile.")
      },
      { additionalProperties: false }
    ),
    cut: Type.Boolean({ description: "Whether there may be more matches than are returned here." })
  },
  { additionalProperties: false }
)
