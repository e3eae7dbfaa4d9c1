/** Text in which nothing passes for the beginning of a line of ours, wherever a terminal breaks its lines. */
export const notOurs = (text: string): string => text.replaceAll(ours, "\\u003a")

/** As much of a text as decides about what follows it. */
export const oursLength = "toolgate".length

const ours = /(?<=toolgate):/gi
