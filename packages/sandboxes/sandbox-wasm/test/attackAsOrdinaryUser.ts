import { attack } from "./attack.ts"

// The program is loaded as the user who starts it, because other users may be unable to read it. It gives up root before it does anything.
if (process.getuid?.() === 0) {
  process.setgroups?.([])
  process.setgid?.(65534)
  process.setuid?.(65534)
}
console.log(JSON.stringify(await attack()))
