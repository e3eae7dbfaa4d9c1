import type { ClosedList } from "./ClosedList.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const facts = factsOf("emacs(1), nano(1), joe(1)", {
  startsPrograms: "starts programs from its command line and its settings",
  writesFiles: "writes files"
})

const orders = "runs orders, which can start programs"
const settings = "reads other settings, which can name programs"
const writes = "writes a further file"
const remote = "is opened by a program"

const lists: ReadonlyArray<readonly [names: string, closed: ClosedList]> = [
  [
    "emacs",
    {
      source: "emacs(1), of GNU Emacs 28",
      style: "words",
      options: `-nw --no-window-system -nl --no-splash --no-site-file -nsl --no-site-lisp --no-desktop --version -version
        -help -bg= -fg= -fn= -T= --title= --quick -Q`,
      dangers: [
        danger(
          orders,
          `-f= --funcall= -funcall= -e= -l= --load= -load= --eval= -eval= --execute= -execute= --script= -script= -x=
            -batch --batch --insert= -i= -L= --directory= --kill -kill --daemon=? --bg-daemon=? --fg-daemon=?`
        ),
        danger(settings, "-q --no-init-file -u= --user= --init-directory= --chdir= -chdir= --display= -d=")
      ],
      operand: (word) => (/^\/[^/]+:/.test(word) ? remote : undefined)
    }
  ],
  [
    "nano",
    {
      source: "nano(1), of GNU nano 7.2",
      options: `-ADEFIKLMNORSUVWZabcdeghijklmnpquvwxyz0!%_ -J= -Q= -T= -X= -Y= -r= --smarthome --boldtext --tabstospaces
        --multibuffer --ignorercfiles --guidestripe= --rawsequences --nonewlines --trimblanks --noconvert --bookstyle
        --quotestr= --restricted --softwrap --tabsize= --quickblank --version --wordbounds --wordchars= --syntax= --zap
        --atblanks --breaklonglines --constantshow --rebinddelete --emptyline --showcursor --autoindent
        --jumpyscrolling --cutfromcursor --linenumbers --mouse --noread --preserve --indicator --fill= --unix --view
        --nowrap --nohelp --afterends --magic --stateflags --minibar --zero`,
      dangers: [
        danger("starts a program", "-s= --speller="),
        danger(settings, "-f= --rcfile= -o= --operatingdir="),
        danger(writes, "-B -C= -G -H -P -t --backup --backupdir= --locking --historylog --positionlog --saveonexit")
      ]
    }
  ],
  [
    "micro",
    {
      source: "micro(1), of micro 2.0",
      style: "dashes",
      options: `-clean -options -version -help -readonly= -ruler= -softwrap= -tabsize= -tabstospaces= -filetype=
        -colorscheme= -syntax= -cursorline= -diffgutter=`,
      dangers: [danger(settings, "-config-dir= -plugin="), danger(writes, "-debug -profile")]
    }
  ],
  [
    "joe",
    {
      source: "joe(1), of JOE 4.6",
      style: "words",
      options: `-rdonly -wordwrap -linums -asis -crlf -autoindent -overwrite -nobackups -nonotice -help -hex -highlight
        -tab= -lmargin= -rmargin= -encoding=`,
      operand: (word) => (/^[!>]/.test(word) ? "starts a program, or writes" : undefined)
    }
  ],
  [
    "helix hx",
    {
      source: "hx --help, of Helix 24",
      style: "words",
      options: "-h -V --version --tutor --health=? -v -vv -vvv --vsplit --hsplit",
      dangers: [danger(settings, "-c= --config= -g= --grammar= -w= --working-dir="), danger(writes, "--log=")]
    }
  ]
]

/** Editors with which a person works at a terminal. Sources: the manual of each. */
export const editors: ReadonlyArray<Program> = lists.map(([names, closed]) => ({
  names: names.split(" "),
  facts,
  closed
}))
