const mebibyte = 1024 * 1024

/** The limits for archives. */
export const most = {
  entries: 10_000,
  /** The characters of a name. File systems allow no longer names, but some formats do. */
  nameLength: 4096,
  /** The bytes of all files, unpacked. */
  bytes: 1024 * mebibyte,
  /** The bytes of one file, unpacked. It stays in memory until it is written. */
  fileBytes: 256 * mebibyte,
  /** The factor by which a file may grow when unpacked. */
  ratio: 200,
  /** The bytes for which the ratio does not count: a short repetitive file packs well and is harmless. */
  freeBytes: mebibyte,
  /** The bytes of an archive that must stay in memory while it is read. */
  heldBytes: 256 * mebibyte
} as const

/** Whether a file, or all files together, grow more than a genuine archive does. */
export const isBomb = (packed: number, unpacked: number): boolean =>
  unpacked > most.freeBytes && unpacked > packed * most.ratio
