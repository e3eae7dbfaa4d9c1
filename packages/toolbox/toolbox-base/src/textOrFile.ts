import { type FileDeclaration, ToolValidationError } from "@toolgate/core"
import { Type } from "typebox"
import type { SentFiles } from "./files/SentFiles.ts"
import { readAtArgument } from "./readAtArgument.ts"
import { mostText, type SentText } from "./TextInput.ts"

/** Returns the schema of a text argument, for a tool that also accepts a file. */
export const createTextArgument = (description: string) =>
  Type.Optional(Type.String({ maxLength: mostText, description }))

/** Returns the declaration of a file argument, for a tool that also accepts a text. */
export const declareFileUnlessText = (arg = "/path"): FileDeclaration => ({
  kind: "file",
  arg,
  mode: "r",
  within: "workspace",
  absent: "nothing"
})

/**
 * Returns the text from exactly one of several arguments, or the file at "path", for a job. `where` is a prefix for
 * argument names in messages, such as `tables/0/`.
 */
export const getTextOrFile = async <Name extends string>(
  args: { readonly path?: string } & { readonly [name in Name]?: string },
  names: ReadonlyArray<Name>,
  files: SentFiles,
  where = ""
): Promise<SentText & { readonly from: Name | "path" }> => {
  const all: ReadonlyArray<Name | "path"> = [...names, "path"]
  const [from, ...more] = all.filter((name) => args[name] !== undefined)
  if (from === undefined || more.length > 0) {
    const listed = all.map((name) => `"${where}${name}"`).join(" or ")
    const problem = from === undefined ? "none is given" : "several are given"
    throw new ToolValidationError({
      message: `Give exactly one of the arguments ${listed}; ${problem}.`
    })
  }
  if (from !== "path") return { from, text: args[from] ?? "", place: `the argument "${where}${from}"` }
  const text = await readAtArgument(`${where}path`, () => files.add(args.path ?? "", mostText, tooLarge))
  return { from, text, place: "the file" }
}

const tooLarge = `The file has more than ${mostText} bytes; give a smaller one.`
