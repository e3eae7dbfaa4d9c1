import { stripTypeScriptTypes } from "node:module"

/**
 * Returns the code of declarations without their types and comments, parsed like the guest of scripts: nothing. Throws
 * if they do not parse.
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
