/** Formats text from a module for a message: double quotes, escapes, and a maximum length. */
export const formatText = (text: string, length = 80): string => {
  const cut = text.length > length ? `${text.slice(0, length)}…` : text
  return JSON.stringify(cut).replace(
    /[^\x20-\x7e…]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
  )
}

/** Formats an offset as ` (offset 0x1f)`, or as an empty string if it is unknown. */
export const formatOffset = (offset: number | undefined): string =>
  offset === undefined ? "" : ` (offset 0x${offset.toString(16)})`
