/** The dimensions of a hashed vector. More dimensions make collisions of words rarer. */
export const hashedDimensions = 512

/**
 * Returns the vector of a text. Each word counts in one dimension, and its groups of three characters together count
 * the same, so that "brewing" is near "brewed". Scripts without spaces are split into characters and pairs. Hashes
 * determine dimension and sign. The arithmetic gives the same result on every machine.
 */
export const hashText = (text: string): Float64Array => {
  const vector = new Float64Array(hashedDimensions)
  const plain = text.normalize("NFKC").toLowerCase().trim()
  // A text without words, such as "***", counts as one word.
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

/** Adds all groups of a number of characters, with weights whose squares add up to 1. */
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

/** Returns the 32-bit FNV-1a hash of a text's UTF-16 bytes, mixed again, because its lowest bits are weak. */
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
