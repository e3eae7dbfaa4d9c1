/** Whether a path leads out of the folder that a command runs in. */
export const isOutside = (path: string): boolean =>
  /^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(path) && path !== "/dev/null" && path !== ".."
