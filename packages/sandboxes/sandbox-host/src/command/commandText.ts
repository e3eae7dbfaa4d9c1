import type { PermissionRequest } from "@toolgate/core"
import { valueAt } from "./programWords.ts"

/**
 * Returns the command as a person would type it: the text that a shell was given, or the argument vector quoted for a
 * shell.
 */
export const commandText = ({ tool, args }: PermissionRequest, words: ReadonlyArray<string>): string => {
  const shell = tool.resources.find(({ kind }) => kind === "shell")
  const text = shell?.kind === "shell" ? valueAt(args, shell.arg) : undefined
  return typeof text === "string" ? text : words.map(quoteWord).join(" ")
}

const quoteWord = (word: string): string =>
  /^[A-Za-z0-9_%+,./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
