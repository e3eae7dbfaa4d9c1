/** What an act that may not be possible answers with; `undefined` where it is not. */
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
