/** Formats milliseconds: "1 s", "250 ms". */
export const formatTime = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`)

const units = [
  ["GiB", 2 ** 30],
  ["MiB", 2 ** 20],
  ["KiB", 2 ** 10]
] as const

/** Formats bytes in the largest unit that divides them evenly: "16 MiB", "1000 bytes". */
export const formatBytes = (bytes: number): string => {
  for (const [name, size] of units) if (bytes >= size && bytes % size === 0) return `${bytes / size} ${name}`
  return `${bytes} bytes`
}
