import { describe, expect, it } from "vitest"
import { isHarmlessAwk } from "../src/checks/awkProgram.ts"

describe("isHarmlessAwk", () => {
  it.each([
    "",
    "{print $1}",
    "$1 > 2",
    "$3/$4 > 0.5 {print $1 / 2}",
    "/a(b/ {n++} END{print n}",
    "{a[$1]+=$2} END{for(k in a) print k, a[k]/NR}",
    '{print ($1>2) ? "a" : "b"}',
    "{print (($1 > 2) && ($2 > 3))}",
    "function f(x) { return x*2 } {print f($1)}",
    "{print f(g($1) > 2)}",
    'BEGIN{PROCINFO["sorted_in"]="@ind_str_asc"} {a[$1]} END{for(k in a) print k}',
    '{print "x" > "/dev/stderr"}',
    '{printf "%s\\n", $1 >> "/dev/stdout"; n++}',
    "{delete a[$1]; nextfile}",
    "END{close(x); fflush()}"
  ])("calls %j harmless", (program) => {
    expect(isHarmlessAwk(program)).toBe(true)
  })

  it.each([
    '{print > "f"}',
    '{print ($1) > "f"}',
    '{print ($1 > 2) > "f"}',
    '{print > "/dev/stderr" "x"}',
    '{print > "/dev/stderr/../../etc/x"}',
    '{print > "/dev/tcp/h/1"}',
    '{if (($1) print > "f"}',
    '{print -/(/ > "f"}',
    '{print -/(a/ > "f"}',
    '{print 2 */(a/ > "f"}',
    '{print +/(/ > "f"}',
    '{print $/(/ > "f"}',
    '{print 2 ^/(/ > "f"}',
    '{print x++ /(/ > "f"}',
    '{x = (; print > "f"}',
    '{print | "sh"}',
    '{"x" | getline}',
    'function f() { system("x") } {f()}',
    "{@f()}",
    '{print ENVIRON["HOME"]}',
    'BEGIN{ARGV[1]="/etc/passwd"; ARGC=2}',
    'BEGIN{SYMTAB["x"]=1}'
  ])("does not call %j harmless", (program) => {
    expect(isHarmlessAwk(program)).toBe(false)
  })
})
