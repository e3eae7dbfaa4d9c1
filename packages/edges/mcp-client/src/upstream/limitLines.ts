/**
 * Returns a function that passes the first lines to `said`, followed by a note that more were dropped. Returns false
 * once lines are dropped.
 */
export const limitLines = (said: (line: string) => void) => {
  let lines = 0
  return (line: string): boolean => {
    if (line.trim() === "" || lines > mostLines) return lines <= mostLines
    lines++
    said(lines > mostLines ? `It printed more than ${mostLines} lines; the rest is not shown.` : line)
    return lines <= mostLines
  }
}

const mostLines = 200
