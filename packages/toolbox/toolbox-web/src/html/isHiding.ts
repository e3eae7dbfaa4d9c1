/** Whether CSS declarations hide an element's text. */
export const isHiding = (style: string): boolean => {
  const said = parseDeclarations(style)
  const sizes = ["width", "height", "max-width", "max-height"].map((name) => said.get(name))
  return (
    isTakenAway(said) ||
    isFaint(said.get("opacity")) ||
    /opacity\((?:0?\.0\d*|0+)%?\)/.test(said.get("filter") ?? "") ||
    isTiny(said) ||
    /(?:^| )(?:0+(?:\.0+)?|\.0+)(?:px|em|rem|pt|%)?(?:\/\S+)? \S/.test(said.get("font") ?? "") ||
    isSmall(said.get("zoom"), 0.1) ||
    sizes.some((size) => isSmall(size, overflows(said) ? 2 : 0.01)) ||
    isUnseen(said)
  )
}

/** Whether declarations make a text unreadably small. */
export const isTiny = (said: Declarations): boolean => isSmall(said.get("font-size"), 2)

/**
 * Whether declarations make a text transparent or the colour of its background. A background that is clipped to the
 * text shows it.
 */
export const isUnseen = (said: Declarations): boolean =>
  !/text/.test(said.get("background-clip") ?? said.get("-webkit-background-clip") ?? "") &&
  (isTransparent(said.get("color")) ||
    isTransparent(said.get("-webkit-text-fill-color")) ||
    isSameColor(said.get("color"), said.get("background-color") ?? said.get("background")))

/** Whether declarations remove an element from the page, however its text looks. */
export const isTakenAway = (said: Declarations): boolean =>
  said.get("display") === "none" ||
  /^(?:hidden|collapse)$/.test(said.get("visibility") ?? "") ||
  said.get("content-visibility") === "hidden" ||
  far.some((name) => isFar(said.get(name))) ||
  isBeyond(said) ||
  masks.some((name) => isClear(said.get(name))) ||
  /^-(?:\d{2,}(?:\.\d+)?px|(?:0?\.[5-9]|[1-9])[\d.]*em)$/.test(said.get("letter-spacing") ?? "") ||
  /^(?:rect\([01]|inset\((?:50|100)%|circle\(0|polygon\(0 0)/.test(said.get("clip") ?? said.get("clip-path") ?? "") ||
  /scale[xy3d]*\(0*(?:\.0\d*)?[),]/.test(said.get("transform") ?? "") ||
  /rotate[xy]\(-?(?:90|270)deg\)/.test(said.get("transform") ?? "") ||
  isSmall(said.get("scale"), 0.1)

/** The last value of each property, in lower case. */
export type Declarations = ReadonlyMap<string, string>

/** Parses CSS declarations. Resolves escapes, comments and sums. */
export const parseDeclarations = (style: string): Declarations =>
  new Map(
    style
      .replaceAll(/\/\*.*?(?:\*\/|$)/gs, "")
      .replaceAll(/\\(?:([0-9a-f]{1,6})\s?|(.))/gis, (_, code: string | undefined, sign: string | undefined) =>
        code === undefined ? (sign ?? "") : characterOf(Number.parseInt(code, 16))
      )
      .toLowerCase()
      .split(";")
      .flatMap((one) => {
        const [name = "", ...rest] = one.split(":")
        const value = rest
          .join(":")
          .replaceAll(/!\s*important/g, "")
          .replace(/^\s*calc\(([^()]*)\)\s*$/, "$1")
        return rest.length === 0 ? [] : [[name.trim(), value.replaceAll(/\s+/g, " ").trim()] as const]
      })
  )

const characterOf = (code: number): string => (code > 0 && code < 0x110000 ? String.fromCodePoint(code) : "\ufffd")

const far = [
  "left",
  "right",
  "top",
  "bottom",
  "inset",
  "text-indent",
  "margin",
  "margin-left",
  "margin-top",
  "translate",
  "transform"
]

/** Whether a value moves something off every screen. */
const isFar = (value = ""): boolean => {
  const [, number = "0", unit = ""] = /(?:^|[\s(,])(-?\d+(?:\.\d+)?)(px|em|rem|pt|[sld]?v[wh]|%)/.exec(value) ?? []
  const far = Number(number)
  return unit === "px" || unit === "pt" ? far <= -500 : unit === "em" || unit === "rem" ? far <= -50 : far <= -100
}

/** Whether an element starts beyond the visible area: for a fixed element, beyond the screen; otherwise, far beyond. */
const isBeyond = (said: Declarations): boolean => {
  const isFixed = said.get("position") === "fixed"
  const places = isFixed || said.get("position") === "absolute" ? ["left", "right", "top", "bottom", "inset"] : []
  return [...places, "translate", "transform"].some((name) => {
    const [, number, unit = ""] = /(?:^|[\s(,])(\d+(?:\.\d+)?)(px|[sld]?v[wh]|%)/.exec(said.get(name) ?? "") ?? []
    if (number === undefined) return false
    return Number(number) >= (unit === "px" ? 5000 : isFixed ? 100 : unit === "%" ? Number.POSITIVE_INFINITY : 200)
  })
}

const masks = ["mask", "mask-image", "-webkit-mask", "-webkit-mask-image"]

/** Whether an image is a gradient of transparent colours only. */
const isClear = (image = ""): boolean => {
  const [, all = ""] = /^(?:-webkit-)?(?:repeating-)?(?:linear|radial|conic)-gradient\((.*)\)[^()]*$/.exec(image) ?? []
  const stops = all.match(/(?:[^,(]|\([^()]*\))+/g) ?? []
  const colors = stops.map((stop) => /^\s*([^\s(]+(?:\([^()]*\))?)/.exec(stop)?.[1] ?? "")
  return colors.length > 1 && colors.every((color, at) => isTransparent(color) || (at === 0 && isShape(color)))
}

const isShape = (word: string): boolean =>
  /^(?:to|at|from|circle|ellipse|closest-|farthest-|-?[\d.]+(?:deg|g?rad|turn))/.test(word)

const isFaint = (value = ""): boolean =>
  /^(?:\d+(?:\.\d+)?|\.\d+)%?$/.test(value) && Number.parseFloat(value) < (value.endsWith("%") ? 5 : 0.05)

/** Whether a length or factor is below a limit, for units of about a pixel or a letter. */
const isSmall = (value = "", bound: number): boolean => {
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?|\.\d+)(px|pt|em|rem|vw|vh|%)?$/.exec(value) ?? []
  if (number === undefined) return false
  const most = unit === "px" || unit === "pt" ? bound : unit === "%" ? 5 : 0.1
  return Number(number) < most || (Number(number) === 0 && unit === "")
}

const overflows = (said: Declarations): boolean => /hidden|clip/.test(said.get("overflow") ?? "")

const isTransparent = (value = ""): boolean => {
  if (value === "transparent" || /^#(?:[0-9a-f]{3}0|[0-9a-f]{6}0[0-9a-f])$/.test(value)) return true
  const [, alpha = ""] = /^[a-z-]+\((?:[^,/]*,[^,]*,[^,]*,|[^,/]*\/)([^,/]*)\)$/.exec(value) ?? []
  return isFaint(alpha.trim())
}

const isSameColor = (text: string | undefined, behind: string | undefined): boolean =>
  text !== undefined && behind !== undefined && plainColor(text) === plainColor(behind)

const plainColor = (value: string): string => {
  const [, short] = /^#([0-9a-f]{3})$/.exec(value) ?? []
  const long = short === undefined ? value : `#${[...short].map((one) => one + one).join("")}`
  return long === "white" ? "#ffffff" : long === "black" ? "#000000" : long
}
