import headless from "@xterm/headless"

/** A run of characters in one style. `color`: the number of the terminal's colour, if it is not the default. */
export interface StyledRun {
  readonly text: string
  readonly column: number
  readonly color: number | undefined
  readonly isBold: boolean
  readonly isDim: boolean
}

/** The lines of a terminal at one moment. */
export type ScreenLines = ReadonlyArray<ReadonlyArray<StyledRun>>

/** The size of the recorded terminal. */
export const size = { columns: 80, rows: 30 }

/** Returns the screen of a terminal after each of these pieces of output. */
export const screensOf = async (pieces: ReadonlyArray<string>): Promise<ReadonlyArray<ScreenLines>> => {
  const terminal = new headless.Terminal({ cols: size.columns, rows: size.rows, allowProposedApi: true })
  const screens: Array<ScreenLines> = []
  for (const piece of pieces) {
    await new Promise<void>((resolve) => terminal.write(piece, resolve))
    screens.push(Array.from({ length: size.rows }, (_, row) => lineAt(terminal, row)))
  }
  return screens
}

const lineAt = (terminal: InstanceType<typeof headless.Terminal>, row: number): ReadonlyArray<StyledRun> => {
  const { active } = terminal.buffer
  const line = active.getLine(active.viewportY + row)
  const runs: Array<StyledRun> = []
  for (let column = 0; column < (line?.length ?? 0); column++) {
    const cell = line?.getCell(column)
    if (cell === undefined) continue
    const text = cell.getChars() || " "
    const style = {
      color: cell.isFgDefault() ? undefined : cell.getFgColor(),
      isBold: cell.isBold() !== 0,
      isDim: cell.isDim() !== 0
    }
    const last = runs.at(-1)
    if (last !== undefined && isSame(last, style)) runs[runs.length - 1] = { ...last, text: last.text + text }
    else runs.push({ text, column, ...style })
  }
  return runs.filter(({ text }) => text.trim() !== "").map((run) => ({ ...run, text: run.text.trimEnd() }))
}

const isSame = (one: StyledRun, { color, isBold, isDim }: Omit<StyledRun, "text" | "column">): boolean =>
  one.color === color && one.isBold === isBold && one.isDim === isDim
