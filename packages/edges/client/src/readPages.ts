import type { Page, PageQuery } from "./api/Page.ts"

/** Returns the items of all pages, each page when it is needed. Ends if a page names itself as the next one. */
export async function* readPages<Item>(read: (query: PageQuery) => Promise<Page<Item>>): AsyncGenerator<Item, void> {
  let cursor: string | undefined
  do {
    const page: Page<Item> = await read(cursor === undefined ? {} : { cursor })
    yield* page.items
    cursor = page.next === cursor ? undefined : page.next
  } while (cursor !== undefined)
}
