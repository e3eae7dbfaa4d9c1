/** The most bytes of a picture or a document that is read. */
export const mostFile = 64 * 1024 * 1024

export const tooLarge = "The file has more than 64 MiB; give a smaller one."
