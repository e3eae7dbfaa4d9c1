/** Returns why a connection failed, in a sentence. */
export const reasonOf = (cause: unknown): string => {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : ""
  if (code.startsWith("HPE_") && code !== "HPE_HEADER_OVERFLOW")
    return `It answered with something that is not HTTP (${code}).`
  return reasons.get(code) ?? `The connection failed${code === "" ? "" : ` (${code})`}.`
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "Nothing accepts connections there (ECONNREFUSED)."],
  ["ENOTFOUND", "There is no such host (ENOTFOUND)."],
  ["EAI_AGAIN", "The name of the host could not be looked up (EAI_AGAIN)."],
  ["ECONNRESET", "The connection was closed before an answer (ECONNRESET)."],
  ["HPE_HEADER_OVERFLOW", "It answered with more headers than are read."]
])
