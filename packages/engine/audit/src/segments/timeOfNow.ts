// A cache of the last time, because many records have the same millisecond.
const last = { at: 0, text: "" }

/** Returns the time of a record that is made now: ISO 8601, UTC. */
export const timeOfNow = (): string => {
  const at = Date.now()
  if (at !== last.at) {
    last.at = at
    last.text = new Date(at).toISOString()
  }
  return last.text
}
