import Type from "typebox"

/** An operation of a patch, on one file. */
export const PatchOperation = Type.Object(
  {
    type: Type.String({
      description: "create_file fails if the file exists; the others fail if it does not.",
      enum: ["create_file", "update_file", "delete_file"]
    }),
    path: Type.String({ description: "The file, from the workspace's root, as in src/main.ts." }),
    diff: Type.Optional(
      Type.String({
        description:
          "For create_file: the file's lines, each after +. For update_file: hunks of lines, each after a blank (kept), " +
          "- (removed) or + (added). A line @@ begins a hunk; after @@ and a blank may stand a line of the file, to say " +
          "that the hunk comes after it. *** End of File after a hunk says that it ends with the file. No headers."
      })
    )
  },
  { additionalProperties: false }
)
export type PatchOperation = Type.Static<typeof PatchOperation>

/** Returns an operation's name for messages: its number, from 1. The path is omitted because the model chose it. */
export const nameOf = (index: number, { type }: PatchOperation): string => `Operation ${index + 1} (${type})`
