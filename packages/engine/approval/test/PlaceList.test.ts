import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { expect, it } from "vitest"
import { PlaceList } from "../src/PlaceList.ts"

const page = fc.record({ after: fc.option(fc.nat(400), { nil: undefined }), newestFirst: fc.boolean() })

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
    for (const { after, newestFirst } of pages) {
      const places = Array.from(list.after(after, newestFirst), ({ place }) => place)
      const left = [...here].sort((a, b) => (newestFirst ? b - a : a - b))
      expect(places).toEqual(left.filter((at) => after === undefined || (newestFirst ? at < after : at > after)))
    }
  })
  fc.assert(property, runs(200))
})
