/** The code of the error that stands for an answer that cannot be read. No specification gives it a meaning. */
export const unreadableAnswer = -32_099
