// Counts the words of a text. AssemblyScript for WASI: the call's arguments are JSON on standard input.
import { JSON as Json } from "assemblyscript-json/assembly"

function input(): string {
  const parts: u8[] = []
  const buffer = new ArrayBuffer(4096)
  for (let read = process.stdin.read(buffer); read > 0; read = process.stdin.read(buffer))
    for (let at = 0; at < read; at++) parts.push(load<u8>(changetype<usize>(buffer) + at))
  const bytes = new Uint8Array(parts.length)
  bytes.set(parts)
  return String.UTF8.decode(bytes.buffer)
}

function main(): void {
  const args = Json.parse(input()) as Json.Obj
  const text = args.getString("text")
  if (text === null) {
    process.stderr.write('count needs a "text"\n')
    process.exit(2)
  } else {
    const words = text
      .valueOf()
      .split(" ")
      .filter((word) => word.length > 0)
    process.stdout.write(`{"words":${words.length}}`)
  }
}

main()
