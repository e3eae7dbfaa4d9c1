/** How much of what one call prints has been told: no more than its output may hold. */
export class ToldOutput {
  private told = 0

  /** What is told of a text, and whether that is not all of it; `undefined` where nothing more is. */
  next(text: string, outputBytes: number): { readonly text: string; readonly cut: boolean } | undefined {
    // Told in characters, which are never more than the bytes that the grant counts.
    const left = outputBytes - this.told
    if (left < 0) return undefined
    const cut = text.length > left
    this.told += cut ? left + 1 : text.length
    return { text: cut ? wholeCharacters(text, left) : text, cut }
  }
}

/** The beginning of a text, without half of a surrogate pair at its end. */
const wholeCharacters = (text: string, units: number): string => {
  const last = text.charCodeAt(units - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? units - 1 : units)
}
