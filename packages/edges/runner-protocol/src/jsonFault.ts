/**
 * Where a text stops being JSON, in characters from 0; `undefined` where that would take long to find. The engine says it for
 * some faults, and for others it quotes the text: then it is where the longest beginning ends that lacks nothing but its end.
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

/** Each step parses a beginning: 64 Ki characters take some milliseconds in all. */
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

/** What it quotes stands in double quotes, so that what stands before them is the engine's own. */
const toldBy = (error: unknown): number | undefined => {
  const told = error instanceof SyntaxError ? /^[^"]* in JSON at position (\d+)/.exec(error.message)?.[1] : undefined
  return told === undefined ? undefined : Number(told)
}
