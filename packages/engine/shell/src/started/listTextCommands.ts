import { PartList } from "../PartList.ts"
import { parseText } from "../parseText.ts"
import { maxLists, type ShellReading } from "../ShellReading.ts"
import { fresh, stays } from "../ShellState.ts"
import { UnreadableText } from "../Syntax.ts"
import { readStatements } from "../statement.ts"

interface TextCommands {
  readonly commands: ReadonlyArray<ReadonlyArray<string>>
  /** The words of a text that cannot be read. Each may begin a command. */
  readonly words?: ReadonlyArray<string>
  /** Whether the bound was reached, so that some commands are missing. */
  readonly isFull: boolean
}

/**
 * Lists the commands of a text, without those in nested texts. Only deny and ask rules use them, so the text is parsed
 * without the grammar, and with a guess where shells differ.
 */
export const listTextCommands = (text: string): TextCommands => {
  const statements = parseText(text, "bash")
  if (statements instanceof UnreadableText) {
    const words = text.split(/[\s;&|(){}`'"<>$]+/).filter((word) => word !== "")
    return { commands: [], words, isFull: false }
  }
  const parts = new PartList()
  let lists = 0
  const reading: ShellReading = {
    source: text,
    dialect: "bash",
    parts,
    depth: 0,
    readStatements: (inner, from, certainty, into = parts) => {
      if (++lists > maxLists) into.end()
      return into.isFull ? stays(from) : readStatements({ ...reading, parts: into }, inner, from, certainty)
    },
    readInner: (_inner, _into, from) => stays(from)
  }
  readStatements(reading, statements, fresh, "certain")
  const commands = parts.parts.flatMap((part) => (part.kind === "command" ? [part.argv] : []))
  return { commands, isFull: parts.isFull }
}
