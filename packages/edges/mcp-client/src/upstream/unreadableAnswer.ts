/** The code of the error that stands for an answer that cannot be read. No specification gives it a meaning. */
export const unreadableAnswer = -32_099

/** Whether a message names a request and is not itself a request, as an answer does. */
export const isForCall = (frame: unknown): frame is { readonly id: number | string } =>
  typeof frame === "object" &&
  frame !== null &&
  !("method" in frame) &&
  "id" in frame &&
  ["number", "string"].includes(typeof frame.id)
