/** The most characters of the texts of one request. Servers bound the tokens of a request as well as its texts. */
const mostCharacters = 128 * 1024

/** Returns texts in groups for one request each, in their order: as many as are allowed, and not too long together. */
export const batchesOf = (texts: ReadonlyArray<string>, most: number): Array<Array<string>> => {
  const batches: Array<Array<string>> = []
  let batch: Array<string> = []
  let characters = 0
  for (const text of texts) {
    if (batch.length === most || (batch.length > 0 && characters + text.length > mostCharacters)) {
      batches.push(batch)
      batch = []
      characters = 0
    }
    batch.push(text)
    characters += text.length
  }
  return batch.length === 0 ? batches : [...batches, batch]
}
