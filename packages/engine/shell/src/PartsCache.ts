import type { ShellPart } from "./ShellPart.ts"

/** Caches the parts of the latest texts: at most `maxTexts` texts with `maxCharacters` characters in total. */
export class PartsCache {
  private readonly entries = new Map<string, ReadonlyArray<ShellPart>>()
  private readonly maxTexts: number
  private readonly maxCharacters: number
  private characters = 0

  constructor(maxTexts: number, maxCharacters: number) {
    this.maxTexts = maxTexts
    this.maxCharacters = maxCharacters
  }

  // A Map keeps the order of insertion, so the first key is the text that was used longest ago.
  get(text: string) {
    const parts = this.entries.get(text)
    if (parts !== undefined) {
      this.entries.delete(text)
      this.entries.set(text, parts)
    }
    return parts
  }

  set(text: string, parts: ReadonlyArray<ShellPart>) {
    if (text.length > this.maxCharacters || this.entries.has(text)) return
    this.entries.set(text, parts)
    this.characters += text.length
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.maxTexts && this.characters <= this.maxCharacters) return
      this.entries.delete(oldest)
      this.characters -= oldest.length
    }
  }
}
