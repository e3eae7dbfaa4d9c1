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

  /** Yields the items after a place; from the newest to the oldest, the items before it. */
  *after(place: number | undefined, newestFirst: boolean): Generator<Item> {
    for (const item of readFrom(this.items, place, newestFirst)) if (this.isHere(item)) yield item
  }
}

/** Yields the items after a place, or before it if the newest are first. They are in the order of their places. */
export function* readFrom<Item extends { readonly place: number }>(
  items: ReadonlyArray<Item>,
  place: number | undefined,
  newestFirst: boolean
): Generator<Item> {
  const step = newestFirst ? -1 : 1
  const first = newestFirst ? countBefore(items, place) - 1 : place === undefined ? 0 : countBefore(items, place + 1)
  for (let at = first; at >= 0; at += step) {
    const item = items[at]
    if (item === undefined) return
    yield item
  }
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
