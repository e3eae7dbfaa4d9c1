// Many records have the same millisecond.
const last = { at: 0, text: "" }

/** The time of a record that is made now. */
export const timeOfNow = (): string => {
  const at = Date.now()
  if (at !== last.at) {
    last.at = at
    last.text = new Date(at).toISOString()
  }
  return last.text
}
