import type { PathPins } from "./PathPins.ts"

type Pins = PathPins["Service"]

/** Returns pins that call `count` before each question to the disk. An error that `count` throws ends the walk. */
export const countedPins = (pins: Pins, count: () => void): Pins => {
  const counted =
    <Given, Found>(ask: (given: Given) => Found) =>
    (given: Given): Found => {
      count()
      return ask(given)
    }
  return {
    containment: pins.containment,
    workspace: counted(pins.workspace),
    isGone: counted(pins.isGone),
    root: counted(pins.root),
    folder: counted(pins.folder),
    entry: counted(pins.entry),
    spelled: counted(pins.spelled),
    confirm: pins.confirm
  }
}
