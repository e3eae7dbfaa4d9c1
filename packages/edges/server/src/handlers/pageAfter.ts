/** Returns the page of a list that follows the item with the key `cursor`, even if that item is gone. Keys must be sorted. */
export const pageAfter = <Item>(
  items: ReadonlyArray<Item>,
  keyOf: (item: Item) => string,
  cursor: string | undefined,
  limit: number
): { readonly page: ReadonlyArray<Item>; readonly next?: string } => {
  const first = cursor === undefined ? 0 : items.findIndex((item) => keyOf(item) > cursor)
  if (first === -1) return { page: [] }
  const page = items.slice(first, first + limit)
  const last = first + limit < items.length ? page.at(-1) : undefined
  return { page, ...(last === undefined ? {} : { next: keyOf(last) }) }
}
