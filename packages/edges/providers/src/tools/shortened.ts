/** Returns the beginning and the end of a text that is too long, with a notice in between where there is room for it. */
export const shortened = (text: string, most: number): string => {
  if (text.length <= most) return text
  const notice = `\n[${text.length - most} or more characters are left out here.]\n`
  if (notice.length >= most) return text.slice(0, most).toWellFormed()
  const head = Math.ceil((most - notice.length) / 2)
  const tail = most - notice.length - head
  return (text.slice(0, head) + notice + text.slice(text.length - tail)).toWellFormed()
}
