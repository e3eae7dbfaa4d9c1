/** The variables whose value is a command, or a file of commands, by the manuals of the programs that read them. */
const names =
  /^\w*(?:PAGER|EDITOR)$|^(?:\w+_)?(?:COMMAND|CMD|VISUAL|BROWSER|ASKPASS|SHELL|RSH|SSH|SEQUENCE_EDITOR|EXTERNAL_DIFF|PROXY_COMMAND|PREPROCESSOR|LAUNCHER|WRAPPER|RUNNER|LINKER|OPENER|TERMINAL)$|^(?:LESSOPEN|LESSCLOSE|CC|CXX|CPP|LD|AR|MAKE|PS[0-4]|FZF_\w+)$|^npm_config_(?:editor|shell|script_shell|viewer|browser|git|node_gyp)$/i

/** Returns the command that an assignment such as `PAGER=less -R` names, or `undefined` if its variable holds none. */
export const assignedCommand = (assignment: string): string | undefined => {
  const end = assignment.indexOf("=")
  if (end < 1 || !names.test(assignment.slice(0, end))) return undefined
  const text = assignment.slice(end + 1).replace(/^[|!-]+/, "")
  return text === "" ? undefined : text
}
