import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { expect, it } from "vitest"
import { PlaceList } from "../src/PlaceList.ts"

const page = fc.record({
  after: fc.option(fc.nat(400), { nil: undefined }),
  newestFirst: fc.boolean(),
  limit: fc.integer({ min: 1, max: 400 })
})

it("has the items that are left after any place, in both orders", () => {
  const property = fc.property(fc.nat(300), fc.array(fc.nat(400)), fc.array(page), (count, removed, pages) => {
    const here = new Set<number>()
    const list = new PlaceList<{ readonly place: number }>(({ place }) => here.has(place))
    for (let at = 0; at < count; at++) {
      here.add(at)
      list.add({ place: at })
      // Some are gone before later ones are added.
      const gone = removed[at]
      if (gone !== undefined) here.delete(gone % (at + 1))
    }
    for (const { after, newestFirst, limit } of pages) {
      const places = list.take({ after, newestFirst, limit }, ({ place }) => place % 3 > 0).map(({ place }) => place)
      const left = [...here].sort((a, b) => (newestFirst ? b - a : a - b))
      const isAfter = (at: number) => after === undefined || (newestFirst ? at < after : at > after)
      expect(places).toEqual(left.filter((at) => at % 3 > 0 && isAfter(at)).slice(0, limit))
    }
  })
  fc.assert(property, runs(200))
})
