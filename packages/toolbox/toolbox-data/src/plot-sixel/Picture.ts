/** An image whose pixels are palette indexes. Index 0 is the background. */
export class Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.pixels = new Uint8Array(width * height)
  }

  /** Fills a square around a position, clipped to the image. */
  dot(x: number, y: number, color: number, size: number): void {
    const before = (size - 1) >> 1
    this.fill(x - before, y - before, size, size, color)
  }

  /** Fills a rectangle, clipped to the image. */
  fill(left: number, top: number, width: number, height: number, color: number): void {
    const [from, to] = [Math.max(0, left), Math.min(this.width, left + width)]
    if (from >= to) return
    for (let y = Math.max(0, top); y < Math.min(this.height, top + height); y += 1)
      this.pixels.fill(color, y * this.width + from, y * this.width + to)
  }

  /** Draws a number's label from its top left corner. */
  write(text: string, left: number, top: number, color: number, scale: number): void {
    for (const [at, character] of [...text].entries())
      for (const [row, bits] of (glyphs[character] ?? []).entries())
        for (let column = 0; column < 3; column += 1)
          if ((bits >> (2 - column)) & 1)
            this.fill(left + (at * 4 + column) * scale, top + row * scale, scale, scale, color)
  }
}

/** The glyphs of numbers, three by five, one row per three bits. */
const glyphs: Readonly<Record<string, ReadonlyArray<number>>> = {
  "0": [7, 5, 5, 5, 7],
  "1": [2, 6, 2, 2, 7],
  "2": [7, 1, 7, 4, 7],
  "3": [7, 1, 3, 1, 7],
  "4": [5, 5, 7, 1, 1],
  "5": [7, 4, 7, 1, 7],
  "6": [7, 4, 7, 5, 7],
  "7": [7, 1, 1, 2, 2],
  "8": [7, 5, 7, 5, 7],
  "9": [7, 5, 7, 1, 7],
  ".": [0, 0, 0, 0, 2],
  "-": [0, 0, 7, 0, 0],
  "+": [0, 2, 7, 2, 0],
  e: [0, 7, 7, 4, 7]
}
