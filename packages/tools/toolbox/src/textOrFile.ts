import { type FileDeclaration, FileFailed, type Files, ToolValidationError } from "@toolgate/core"
import { type GivenText, mostText } from "./GivenText.ts"

/** Returns the declaration of an argument with the path of a workspace file, for a tool that takes a text instead as well. */
export const fileUnlessText = (arg = "/path"): FileDeclaration => ({
  kind: "file",
  arg,
  mode: "r",
  within: "workspace",
  absent: "nothing"
})

/**
 * Returns the text that one of several arguments holds, or that of the file at "path". Exactly one of them has to be given. `where`
 * precedes the names of the arguments in messages, as `tables/0/`.
 */
export const givenText = async <Name extends string>(
  args: { readonly path?: string } & { readonly [name in Name]?: string },
  names: ReadonlyArray<Name>,
  files: Files,
  where = ""
): Promise<GivenText & { readonly from: Name | "path" }> => {
  const all: ReadonlyArray<Name | "path"> = [...names, "path"]
  const [from, ...more] = all.filter((name) => args[name] !== undefined)
  if (from === undefined || more.length > 0) {
    const listed = all.map((name) => `"${where}${name}"`).join(" or ")
    const problem = from === undefined ? "none of them is there" : "there are several"
    throw new ToolValidationError({
      message: `Exactly one of the arguments ${listed} has to be given, and ${problem}.`
    })
  }
  if (from !== "path") return { from, text: withoutMark(args[from] ?? ""), place: `the argument "${where}${from}"` }
  return { from, text: await readText(args.path ?? "", files), place: "the file" }
}

const readText = async (path: string, files: Files): Promise<string> => {
  const bytes = await files.readBytes(path, { offset: 0, length: mostText + 1 })
  if (bytes.length > mostText)
    throw new FileFailed("TooLarge", path, { message: `The file has more than ${mostText} bytes; give a smaller one.` })
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw new FileFailed("NotText", path, { message: "The file is not UTF-8 text; convert it first." })
  }
}

/** Returns a text without the mark with which some programs begin their files. */
const withoutMark = (text: string): string => text.replace(/^\ufeff/, "")
