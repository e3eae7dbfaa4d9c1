/**
 * The variables whose value is a command, by the manuals of the programs that read them. No policy can call one of them
 * harmless, so that a command which sets one always asks.
 */
const names =
  /^\w*(?:PAGER|EDITOR|ASKPASS)$|^(?:\w+_)?(?:COMMAND|CMD|BROWSER|SHELL|VIEWER|LAUNCHER|WRAPPER|RUNNER|LINKER)$|^(?:VISUAL|LESSOPEN|LESSCLOSE|CC|CXX|CPP|LD|AR|AS|MAKE|PS4|GIT_(?:SSH|EXTERNAL_DIFF)|(?:RSYNC|CVS)_RSH|SVN_SSH)$|^npm_config_(?:editor|shell|script_shell|viewer|browser|git|node_gyp)$/i

/** Returns the command that an assignment such as `PAGER=less -R` names, or `undefined` if its variable holds none. */
export const assignedCommand = (assignment: string): string | undefined => {
  const end = assignment.indexOf("=")
  if (end < 1 || !names.test(assignment.slice(0, end))) return undefined
  const text = assignment.slice(end + 1).replace(/^[|!-]+/, "")
  return text === "" ? undefined : text
}
