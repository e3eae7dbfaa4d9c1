/** The limit for an image or document in bytes. */
export const mostFile = 64 * 1024 * 1024

export const tooLarge = "The file is larger than 64 MiB; give a smaller one."
