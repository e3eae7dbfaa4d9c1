/**
 * Items in the order of their places, of which some are gone. Finds where a page begins without reading the items before
 * it.
 */
export class PlaceList<Item extends { readonly place: number }> {
  private items: Array<Item> = []
  private room = 64
  private readonly isHere: (item: Item) => boolean

  constructor(isHere: (item: Item) => boolean) {
    this.isHere = isHere
  }

  /** Adds an item, whose place is the last. */
  add(item: Item): void {
    if (this.items.length >= this.room) {
      this.items = this.items.filter(this.isHere)
      this.room = Math.max(64, 2 * this.items.length)
    }
    this.items.push(item)
  }

  /** Returns the items of a page that are wanted. */
  take(page: Page, isWanted: (item: Item) => boolean): ReadonlyArray<Item> {
    return takePage(this.items, page, (item) => this.isHere(item) && isWanted(item))
  }
}

/** A page of items in the order of their places: those after a place, or before it if the newest are first. */
export interface Page {
  readonly after: number | undefined
  readonly newestFirst: boolean
  readonly limit: number
}

/** Returns the items of a page that are wanted. `items` are in the order of their places. */
export const takePage = <Item extends { readonly place: number }>(
  items: ReadonlyArray<Item>,
  { after, newestFirst, limit }: Page,
  isWanted: (item: Item) => boolean
): ReadonlyArray<Item> => {
  const step = newestFirst ? -1 : 1
  const first = newestFirst ? countBefore(items, after) - 1 : after === undefined ? 0 : countBefore(items, after + 1)
  const found: Array<Item> = []
  for (let at = first; at >= 0 && at < items.length && found.length < limit; at += step) {
    const item = items[at] as Item
    if (isWanted(item)) found.push(item)
  }
  return found
}

/** Returns the number of items before a place. */
const countBefore = (items: ReadonlyArray<{ readonly place: number }>, place = Number.POSITIVE_INFINITY): number => {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((items[middle]?.place ?? place) < place) low = middle + 1
    else high = middle
  }
  return low
}
