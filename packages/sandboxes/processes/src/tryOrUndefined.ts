/** Calls a function, and returns `undefined` if it throws. */
export const tryOrUndefined = <A>(act: () => A): A | undefined => {
  try {
    return act()
  } catch {
    return undefined
  }
}

/** Calls a function, and returns whether it did not throw. */
export const succeeds = (act: () => void): boolean => {
  try {
    act()
    return true
  } catch {
    return false
  }
}
