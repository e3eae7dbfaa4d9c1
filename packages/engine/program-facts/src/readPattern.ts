/** Parses a regular expression between slashes: `/^git@/` or `/^secret/i`. */
export const readPattern = (text: string): RegExp => {
  const end = text.lastIndexOf("/")
  if (!text.startsWith("/") || end === 0)
    throw new SyntaxError(`The pattern ${JSON.stringify(text)} must be between slashes: "/^x/".`)
  return new RegExp(text.slice(1, end), text.slice(end + 1))
}
