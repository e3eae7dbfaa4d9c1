/**
 * Returns the place where a text stops being JSON, in characters from 0, or `undefined` if finding it would take long.
 * For some faults the engine reports the place. For others it quotes the text. Then the place is the end of the longest
 * beginning that lacks only its end.
 */
export const jsonFault = (text: string, error: unknown): number | undefined => {
  const told = toldBy(error)
  if (told !== undefined || text.length > searchable) return told
  let known = 0
  for (let beyond = text.length; known < beyond; ) {
    const middle = Math.ceil((known + beyond) / 2)
    if (mayGoOn(text.slice(0, middle))) known = middle
    else beyond = middle - 1
  }
  return known
}

/** The longest text that is searched. Each step parses a beginning: 64 Ki characters take some milliseconds in all. */
const searchable = 64 * 1024

const mayGoOn = (beginning: string): boolean => {
  try {
    JSON.parse(beginning)
    return true
  } catch (error) {
    return endedEarly(error) || (toldBy(error) ?? 0) >= beginning.length
  }
}

const endedEarly = (error: unknown) => error instanceof SyntaxError && error.message === "Unexpected end of JSON input"

/**
 * Returns the place that the engine's message reports. Quoted text stands in double quotes, so everything before the
 * first quote is the engine's own.
 */
const toldBy = (error: unknown): number | undefined => {
  const told = error instanceof SyntaxError ? /^[^"]* in JSON at position (\d+)/.exec(error.message)?.[1] : undefined
  return told === undefined ? undefined : Number(told)
}
