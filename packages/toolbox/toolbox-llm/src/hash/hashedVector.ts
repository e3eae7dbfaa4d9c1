/** The dimensions of a hashed vector. With more of them, fewer words meet in one by chance. */
export const hashedDimensions = 512

/**
 * Returns the vector of a text: each word counts in one dimension, and its groups of three characters together count as much, so that
 * "brewing" is near "brewed". Scripts that write words without spaces are cut into characters and pairs of them. Hashes choose the
 * dimension and the sign. The arithmetic is exact or rounds alike on every machine.
 */
export const hashedVector = (text: string): Float64Array => {
  const vector = new Float64Array(hashedDimensions)
  const plain = text.normalize("NFKC").toLowerCase().trim()
  // A text without a word, such as "***", is a word by itself.
  for (const word of plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? (plain === "" ? [] : [plain])) {
    if (spaceless.test(word)) {
      addGroups(vector, word, 1)
      addGroups(vector, `<${word}>`, 2)
    } else {
      add(vector, `=${word}`, 1)
      addGroups(vector, `<${word}>`, 3)
    }
  }
  return vector
}

const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** Adds all groups of so many characters. The squares of their weights add up to 1. */
const addGroups = (vector: Float64Array, word: string, size: number): void => {
  const groups = word.length - size + 1
  const weight = 1 / Math.sqrt(groups)
  for (let at = 0; at < groups; at += 1) add(vector, word.slice(at, at + size), weight)
}

const add = (vector: Float64Array, feature: string, weight: number): void => {
  const hash = hashOf(feature)
  const at = hash % hashedDimensions
  vector[at] = (vector[at] ?? 0) + (hash < 0x8000_0000 ? weight : -weight)
}

/** Returns 32 bits of FNV-1a over the bytes of UTF-16, mixed once more, because its lowest bits are poor. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193)
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
