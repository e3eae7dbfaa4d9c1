/** Returns at most this many round numbers in a range: multiples of 1, 2 or 5 times a power of ten. */
export const findTicks = (from: number, to: number, most: number): ReadonlyArray<number> => {
  const rough = to / most - from / most
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power
  if (!(step > 0)) return []
  const first = Math.ceil(from / step)
  const count = Math.min(most, Math.floor(to / step) - first)
  return Array.from({ length: count + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}
