import { danger, type Program } from "./Program.ts"

/** Programs that show text to a person. Sources: the manual of each. */
export const viewers: ReadonlyArray<Program> = [
  {
    names: ["less", "more", "most", "lesspipe"],
    facts: {
      startsPrograms: { reason: "starts programs by !, by v, and by LESSOPEN", source: "less(1), more(1)" },
      writesFiles: { reason: "writes a log by -o and by s", source: "less(1)" }
    },
    closed: {
      source: "less(1)",
      options: `-aABcCdeEfFgGiIJKLmMnNqQrRsSuUVwWX0123456789 -b= -D= -h= -j= -p= -P= -x= -y= -z= --auto-buffers --buffers=
        --chop-long-lines --clear-screen --color= --dumb --force --hilite-search --header= --ignore-case --jump-target=
        --LINE-NUMBERS --line-numbers --long-prompt --LONG-PROMPT --max-back-scroll= --mouse --no-init --no-lessopen
        --pattern= --prompt= --quiet --quit-at-eof --QUIT-AT-EOF --quit-if-one-screen --quit-on-intr --raw-control-chars
        --RAW-CONTROL-CHARS --search-skip-screen --shift= --silent --squeeze-blank-lines --status-column --tabs= --tilde
        --use-color --version --window= --wordwrap`,
      dangers: [
        danger("writes a file", "-o=", "-O=", "--log-file=", "--LOG-FILE="),
        danger("changes what keys do", "-k=", "--lesskey-file=", "--lesskey-src=", "--lesskey-content="),
        danger("reads a file of tags, which can name commands", "-t=", "-T=", "--tag=", "--tag-file=")
      ],
      operand: (word) => (/^\+(?![GgF]$|\d+$)/.test(word) ? "runs a command as it starts" : undefined)
    }
  },
  {
    names: ["man"],
    facts: { startsPrograms: { reason: "starts a pager and formatters", source: "man(1)" } },
    closed: {
      source: "man(1), of man-db 2.11",
      options: `-7afiIkKuVw -e= -E= -L= -m= -s= -S= --all --apropos --ascii --encoding= --extension= --global-apropos
        --ignore-case --locale= --match-case --names-only --no-hyphenation --no-justification --path --regex --sections=
        --systems= --update --usage --version --whatis --where --wildcard`,
      dangers: [
        danger("names the program that shows the page", "-P=", "--pager=", "-H=?", "--html=?", "--browser="),
        danger(
          "starts formatters",
          "-p=",
          "--preprocessor=",
          "-t",
          "--troff",
          "-T=?",
          "--troff-device=?",
          "-X=?",
          "-Z"
        ),
        danger("reads a configuration, which can name programs", "-C=", "--config-file="),
        danger("reads a page from elsewhere", "-l", "--local-file", "-M=", "--manpath="),
        danger("says how the pager is started", "-r=", "--prompt=", "-R=", "--recode=")
      ],
      operand: (word) => (word.includes("/") ? "reads a page from elsewhere" : undefined)
    }
  },
  {
    names: ["apropos", "whatis"],
    facts: { startsPrograms: { reason: "starts a pager and formatters", source: "man(1)" } },
    closed: {
      source: "apropos(1), whatis(1), of man-db 2.11",
      options: `-dvrewalV? -s= -m= -L= --debug --verbose --regex --wildcard --exact --and --long --sections= --section=
        --systems= --locale= --usage --version`,
      dangers: [
        danger("reads a configuration, which can name programs", "-C=", "--config-file="),
        danger("reads a page from elsewhere", "-M=", "--manpath=")
      ]
    }
  },
  {
    names: ["info"],
    facts: { startsPrograms: { reason: "starts formatters, and opens a prompt", source: "info(1)" } },
    closed: {
      source: "info(1), of GNU Texinfo 6.8",
      options: `-ahwO -f= --file= -k= -n= -o= --all --apropos= --node= --output= --index-search= --subnodes --where --location
        --show-options --usage --version --vi-keys`,
      dangers: [
        danger("reads a page from elsewhere", "-d= --directory="),
        danger("reads orders or settings", "-v= --variable= --init-file= --restore= --dribble= --debug=")
      ],
      value: (option, value) =>
        /^-(?:o|-output)$/.test(option) && value !== "-"
          ? "writes a file"
          : /^-(?:f|-file)$/.test(option) && !/^[\w+-]+$/.test(value)
            ? "reads a page from elsewhere"
            : undefined,
      operand: (word) => (word.includes("/") ? "reads a page from elsewhere" : undefined)
    }
  },
  {
    names: ["bat", "batcat"],
    facts: { startsPrograms: { reason: "starts a pager", source: "bat(1)" } },
    closed: {
      source: "bat(1), of bat 0.25",
      options: `-AdfLnpPSuV -H= -l= -m= -r= --chop-long-lines --color= --decorations= --diff --diff-context= --file-name=
        --force-colorization --highlight-line= --ignored-suffix= --italic-text= --language= --line-range= --list-languages
        --list-themes --map-syntax= --no-custom-assets --no-lessopen --no-paging --nonprintable-notation= --number --paging=
        --plain --show-all --squeeze-blank --squeeze-limit= --strip-ansi= --style= --tabs= --terminal-width= --theme=
        --theme-dark= --theme-light= --unbuffered --version --wrap= --binary=`,
      dangers: [
        danger("starts a program", "--pager=", "--lessopen"),
        danger("tells of the system, and writes settings", "--diagnostic", "--diagnostics", "--generate-config-file"),
        danger("reads settings from a file", "--config-file", "--config-dir", "--cache-dir")
      ],
      operand: (word, before) => (word === "cache" && before.length === 0 ? "may write or clear the cache" : undefined)
    }
  },
  {
    names: ["delta"],
    facts: { startsPrograms: { reason: "starts git and a pager", source: "delta --help" } },
    closed: {
      source: "delta --help",
      options: `-nsV -w= --color-only --dark --light --diff-highlight --diff-so-fancy --hyperlinks --keep-plus-minus-markers
        --line-numbers --list-languages --list-syntax-themes --max-line-length= --navigate --paging= --raw --relative-paths
        --side-by-side --syntax-theme= --tabs= --true-color= --version --width= --wrap-max-lines=`,
      dangers: [
        danger("starts a program", "--pager="),
        danger("reads settings, which can name programs", "--config=", "--features=", "--default-language=")
      ]
    }
  },
  {
    names: ["fzf", "sk"],
    facts: { startsPrograms: { reason: "starts programs by --preview and --bind, and a shell", source: "fzf(1)" } },
    closed: {
      source: "fzf(1)",
      options: `-0 -1 -eimx -f= -q= -n= -d= --ansi --exact --no-sort --filter= --query= --nth= --delimiter= --select-1 --exit-0
        --height= --reverse --multi --no-multi --print0 --read0 --tac --version`
    }
  }
]
