/** Whether the last frame that begins before a place is one of a certificate, a public key or a signature. */
export const isInPublicFrame = (text: string, at: number): boolean => {
  const begin = text.lastIndexOf("-BEGIN ", at)
  if (begin < 0 || /PRIVATE|SECRET/.test(text.slice(begin, begin + 48))) return false
  const end = text.lastIndexOf("-END ", at)
  return end < begin
}
