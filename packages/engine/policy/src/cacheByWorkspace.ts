/** Wraps a function in a cache that stores the result for the last workspace. Most calls come from few workspaces. */
export const cacheByWorkspace = <A>(make: (workspace: string) => A): ((workspace: string) => A) => {
  let last: { readonly workspace: string; readonly made: A } | undefined
  return (workspace) => {
    if (last?.workspace !== workspace) last = { workspace, made: make(workspace) }
    return last.made
  }
}
