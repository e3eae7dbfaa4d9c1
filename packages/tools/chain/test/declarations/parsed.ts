import { stripTypeScriptTypes } from "node:module"

/**
 * Returns what is left of declarations without their types and comments, read as the guest of scripts reads them: nothing. Throws if they do not
 * parse.
 */
export const codeIn = (text: string): string => {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(text)
      .replaceAll(/\/\*\*.*?\*\/|\/\/.*/g, "")
      .trim()
  } finally {
    process.emitWarning = emitWarning
  }
}
