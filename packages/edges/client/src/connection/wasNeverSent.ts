/** Whether the reason of a failed `fetch` proves that nothing reached the server. Browsers give no such reasons. */
export const wasNeverSent = (reason: unknown): boolean => {
  for (let error = reason; error instanceof Error; error = error.cause)
    if ("code" in error && neverSent.has(String(error.code))) return true
  return false
}

const neverSent = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT", "ConnectionRefused"])
