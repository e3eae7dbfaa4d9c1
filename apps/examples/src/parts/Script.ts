/** A scripted model's call. */
export interface ScriptedCall {
  readonly id: string
  readonly tool: string
  readonly args: object
}

/**
 * The calls of a scripted model after a user's text, by the number of earlier rounds. Without calls, the model answers.
 */
export type Script = (asked: string, round: number) => ReadonlyArray<ScriptedCall>

/** Returns a script with fixed calls turn by turn. */
export const makeScript =
  (...turns: ReadonlyArray<Omit<ScriptedCall, "id">>): Script =>
  (_asked, round) => {
    const call = turns[round]
    return call === undefined ? [] : [{ id: `call-${round}`, ...call }]
  }

let calls = 0

/** A script that does what a user types: `read FILE`, or `write FILE TEXT`. */
export const asTyped: Script = (asked, round) => {
  const [, verb, path = "", content = ""] = /^(read|write)\s+(\S+)\s*(.*)$/s.exec(asked) ?? []
  if (verb === undefined || round > 0) return []
  const args = verb === "read" ? { path } : { path, content }
  return [{ id: `call-${calls++}`, tool: verb === "read" ? "read_file" : "write_file", args }]
}
