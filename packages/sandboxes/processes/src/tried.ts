/** Returns the result of an act that may not be possible, or `undefined` if it is not. */
export const tried = <A>(act: () => A): A | undefined => {
  try {
    return act()
  } catch {
    return undefined
  }
}

/** Whether an act was possible. */
export const succeeds = (act: () => void): boolean => {
  try {
    act()
    return true
  } catch {
    return false
  }
}
