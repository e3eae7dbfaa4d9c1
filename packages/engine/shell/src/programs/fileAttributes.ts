import { danger, factsOf, type Program } from "./Program.ts"

/** Programs that change who may use files, and that make files without content. Sources: the manual page of each. */
export const fileAttributes: ReadonlyArray<Program> = [
  {
    names: ["chattr"],
    writesTo: "operands",
    facts: factsOf("chattr(1)", { writesFiles: "changes who may use files" }),
    closed: {
      source: "chattr(1), of e2fsprogs 1.47",
      style: "words",
      options: "-a -A -c -C -d -D -e -E -f -F -i -j -m -P -s -S -t -T -u -V -x -p= -v=",
      dangers: [danger("changes all that a folder holds", "-R")]
    }
  },
  {
    names: ["setfacl"],
    writesTo: "operands",
    facts: factsOf("setfacl(1)", { writesFiles: "changes who may use files" }),
    closed: {
      source: "setfacl(1), of acl 2.3",
      options: `-bdhkLnPv -m= -s= -x= --default --logical --mask --modify= --no-mask --physical --remove= --remove-all --remove-default --set= --test --version`,
      dangers: [
        danger("changes all that a folder holds", "-R --recursive"),
        danger("reads what to change from a file", "-M= -X= --modify-file= --remove-file= --set-file= --restore=")
      ]
    },
    synonyms: [["-R", "--recursive"]]
  },
  {
    names: ["setfattr"],
    writesTo: "operands",
    facts: factsOf("setfattr(1)", { writesFiles: "changes who may use files" }),
    closed: {
      source: "setfattr(1), of attr 2.5",
      options: `-h -n= -v= -x= --name= --no-dereference --raw --remove= --value= --version`,
      dangers: [danger("reads what to change from a file", "--restore=")]
    }
  },
  {
    names: ["chcon"],
    writesTo: "operands",
    facts: factsOf("chcon(1)", { writesFiles: "changes who may use files" }),
    closed: {
      source: "chcon(1), of GNU coreutils 9",
      options: `-hHLPv -l= -r= -t= -u= --dereference --no-dereference --preserve-root --range= --role= --type= --user= --verbose --version`,
      dangers: [
        danger("changes all that a folder holds", "-R --recursive"),
        danger("does not spare the root folder", "--no-preserve-root"),
        danger("takes its context from a file", "--reference=")
      ]
    },
    synonyms: [["-R", "--recursive"]]
  },
  {
    names: ["mkfifo", "mknod"],
    writesTo: "operands",
    facts: factsOf("mkfifo(1), mknod(1)", { writesFiles: "creates files" }),
    closed: {
      source: "mkfifo(1), mknod(1)",
      options: "-Z -m= --context=? --mode= --version",
      operand: (word, before) => (before.length === 1 && /^[bcu]$/.test(word) ? "makes a way to a device" : undefined)
    }
  },
  {
    names: ["fallocate"],
    writesTo: "operands",
    facts: factsOf("fallocate(1)", { writesFiles: "creates or changes files" }),
    closed: {
      source: "fallocate(1), of util-linux 2.38",
      options: `-hnvVx -l= -o= --keep-size --length= --offset= --posix --verbose --version`,
      dangers: [
        danger(
          "takes out of a file what it holds",
          "-cdipz --collapse-range --dig-holes --insert-range --punch-hole --zero-range"
        )
      ]
    }
  }
]
