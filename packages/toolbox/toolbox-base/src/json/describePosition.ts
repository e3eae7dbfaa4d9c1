/** Describes an offset as line and column, both from 1. */
export const describePosition = (text: string, offset: number): string => {
  let line = 1
  let start = 0
  const end = /\r\n?|\n/g
  for (let found = end.exec(text); found !== null && end.lastIndex <= offset; found = end.exec(text)) {
    line += 1
    start = end.lastIndex
  }
  return `line ${line}, column ${offset - start + 1}`
}
