/** Whether a text may name a person: it is not empty, not long, and all of it is visible. */
export const isPersonName = (text: unknown): text is string =>
  typeof text === "string" && text.trim() === text && text !== "" && text.length <= 255 && !/\p{C}/u.test(text)
