import { PartList } from "../PartList.ts"
import { parseText } from "../parseText.ts"
import { maxLists, type Reading } from "../Reading.ts"
import { fresh, stays } from "../ShellState.ts"
import { Unreadable } from "../Syntax.ts"
import { readStatements } from "../statement.ts"

/** The commands of a text that a program hands to a shell. */
interface TextCommands {
  readonly commands: ReadonlyArray<ReadonlyArray<string>>
  /** The words of a text that cannot be read. Each may begin a command. */
  readonly words?: ReadonlyArray<string>
  /** Whether the text holds more than is shown. */
  readonly isFull: boolean
}

/**
 * Returns the commands of a text, without those in texts that they start in turn. Only rules that deny or ask look at
 * them, so that the text is read by its tokens alone, and as a guess where shells differ.
 */
export const textCommands = (text: string): TextCommands => {
  const statements = parseText(text, "bash")
  if (statements instanceof Unreadable) {
    const words = text.split(/[\s;&|(){}`'"<>$]+/).filter((word) => word !== "")
    return { commands: [], words, isFull: false }
  }
  const parts = new PartList()
  let lists = 0
  const reading: Reading = {
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
