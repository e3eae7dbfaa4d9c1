import type { PermissionRequest } from "@toolgate/core"
import { ConfigurationMask, maskTool } from "@toolgate/redaction"
import { valueAt } from "./programWords.ts"

/**
 * Returns the command as a person would type it: the text that a shell was given, or the argument vector quoted for a
 * shell. Secrets that the tool's configuration put into it are masked, because a model reads it.
 */
export const commandText = ({ tool, args }: PermissionRequest, words: ReadonlyArray<string>): string => {
  const shell = tool.resources.find(({ kind }) => kind === "shell")
  const text = shell?.kind === "shell" ? valueAt(args, shell.arg) : undefined
  if (typeof text === "string") return text
  const mask = new ConfigurationMask()
  maskTool(tool, mask)
  return mask.repeated(words).map(quoteWord).join(" ")
}

const quoteWord = (word: string): string =>
  /^[A-Za-z0-9_%+,./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
