import { attack } from "./attack.ts"

// A program: it is loaded as whoever starts it, who may be the only one that can read it, and gives up root before it does anything.
if (process.getuid?.() === 0) {
  process.setgroups?.([])
  process.setgid?.(65534)
  process.setuid?.(65534)
}
console.log(JSON.stringify(await attack()))
