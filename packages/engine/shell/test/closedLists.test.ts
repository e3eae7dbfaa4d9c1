import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { loadShellSyntax } from "../src/index.ts"
import { dangersIn } from "../src/programs.ts"

const { parts } = await loadShellSyntax()

/** Returns the words of a simple command. Operators of the shell in the text are quoted first. */
const words = (text: string) => {
  const quoted = text.replaceAll(/(?<=\s)([;(){}!]+)(?=\s|$)/g, "'$1'")
  const [command] = parts(quoted, "bash").filter(({ kind }) => kind === "command")
  return command?.kind === "command" ? command.argv : []
}

interface Labelled {
  readonly text: string
  /** The number of words that the pattern names. */
  readonly named: number
  readonly isHarmful: boolean
}

/**
 * Labelled commands by class. In the file, "## " begins a class and "# " a pattern. Of the commands under a pattern, "-
 * " marks those that do harm that the pattern does not name, and "+ " the others.
 */
const classes = new Map<string, Array<Labelled>>()
let labelled: Array<Labelled> = []
let named = 1
for (const line of readFileSync(new URL("labelledCommands.txt", import.meta.url), "utf8").split("\n")) {
  const text = line.replace(/^[-+#]+ /, "")
  if (line.startsWith("## ")) {
    labelled = []
    classes.set(text, labelled)
  } else if (line.startsWith("# ")) named = text.split(" ").length
  else if (line !== "") labelled.push({ text, named, isHarmful: line.startsWith("- ") })
}

describe.each([...classes])("%s", (_class, commands) => {
  it.each(commands.filter(({ isHarmful }) => isHarmful))("finds harm in $text", ({ text, named }) => {
    expect(dangersIn(words(text), named)).not.toEqual([])
  })

  it.each(commands.filter(({ isHarmful }) => !isHarmful))("finds no harm in $text", ({ text, named }) => {
    expect(dangersIn(words(text), named)).toEqual([])
  })
})
