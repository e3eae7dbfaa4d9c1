/** The error code that replaces an unreadable answer. No specification uses this code. */
export const unreadableAnswer = -32_099

/** Whether a message has the id of a request but is not a request, as an answer is. */
export const isForCall = (frame: unknown): frame is { readonly id: number | string } =>
  typeof frame === "object" &&
  frame !== null &&
  !("method" in frame) &&
  "id" in frame &&
  ["number", "string"].includes(typeof frame.id)
