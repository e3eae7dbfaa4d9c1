const mebibyte = 1024 * 1024

/** The bounds on what is taken out of an archive. */
export const most = {
  entries: 10_000,
  /** The characters of a name. No system has files with longer ones, and some formats hold names of any length. */
  nameLength: 4096,
  /** The bytes of all files together, unpacked. */
  bytes: 1024 * mebibyte,
  /** The bytes of one file, unpacked: it is held in memory until it is written. */
  fileBytes: 256 * mebibyte,
  /** The times that a file may grow when it is unpacked. */
  ratio: 200,
  /** The bytes that may grow by any ratio: a short file of one letter packs well, and harms nobody. */
  freeBytes: mebibyte,
  /** The bytes of an archive that has to be held in memory while it is read. */
  heldBytes: 256 * mebibyte
} as const

/** Whether a file, or all files together, grow more than any honest archive does. */
export const isBomb = (packed: number, unpacked: number): boolean =>
  unpacked > most.freeBytes && unpacked > packed * most.ratio
