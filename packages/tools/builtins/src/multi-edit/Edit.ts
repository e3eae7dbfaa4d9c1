import Type from "typebox"

/** A replacement of a text in a file. */
export const Edit = Type.Object(
  {
    old_text: Type.String({
      description:
        "The text to replace, exactly as it stands in the file after the edits before it, with enough around it to stand there once.",
      minLength: 1
    }),
    new_text: Type.String({ description: "What to put in its place. Empty to remove it." }),
    replace_all: Type.Optional(
      Type.Boolean({ description: "True: replace every place, of which there may be several. Default false." })
    )
  },
  { additionalProperties: false }
)
export type Edit = Type.Static<typeof Edit>
