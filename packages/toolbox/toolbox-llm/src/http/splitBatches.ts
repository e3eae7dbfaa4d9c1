/** The characters of one request. Servers limit its tokens as well as its number of texts. */
const mostCharacters = 128 * 1024

/** Splits texts into batches of limited count and length. */
export const splitBatches = (texts: ReadonlyArray<string>, most: number): Array<Array<string>> => {
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
