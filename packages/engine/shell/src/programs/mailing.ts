import { danger, factsOf, type Program } from "./Program.ts"

const facts = factsOf("sendmail(1), mailx(1p)", {
  reachesNetwork: "sends mail",
  startsPrograms: "starts programs by ! and ~!, which mailx(1p) and mutt(1) know"
})

const sends = "sends a file"
const orders = "reads settings, orders or mail from a file"
const starts = "starts a program, or runs orders"
const writes = "writes a file"

/**
 * Returns the reason why a recipient does harm, or `undefined` for an address. Any other word can be a file or a
 * program that receives the mail.
 */
const recipient = (word: string) =>
  /^[\w+][\w.+-]*(?:@[\w.-]+)?$/.test(word) ? undefined : "may be a file or a program, and no address"

/** Programs that send mail. Sources: the manual page of each. */
export const mailing: ReadonlyArray<Program> = [
  {
    names: ["mail", "mailx"],
    facts,
    closed: {
      source: "mail(1), of bsd-mailx; mailx(1), of s-nail 14",
      options: "-dEeHInNvV -b= -c= -s= -r= --version",
      dangers: [
        danger(sends, "-a= -q= -t"),
        danger(orders, "-f= -u= -T= -A="),
        danger(starts, "-S= -:= -C= -R= -Y= -X=")
      ],
      operand: recipient
    }
  },
  {
    names: ["mutt"],
    facts,
    closed: {
      source: "mutt(1), of Mutt 2.2",
      options: "-hnRvyzZ -b= -c= -s=",
      dangers: [
        danger(sends, "-a= -i= -H= -x -E"),
        danger(orders, "-F= -f= -A= -Q= -p"),
        danger(starts, "-e="),
        danger(writes, "-d= -l= -m=")
      ],
      operand: recipient
    }
  },
  {
    names: ["msmtp"],
    facts,
    closed: {
      source: "msmtp(1), of msmtp 1.8",
      options: `-adhPSvt= -a= -f= --account= --debug --from= --pretend --read-recipients --serverinfo --timeout=
        --version`,
      dangers: [
        danger(starts, "--passwordeval= --configure="),
        danger(orders, "-C= --file= --tls-trust-file= --tls-cert-file= --tls-key-file= --tls-crl-file="),
        danger(writes, "-X= --logfile="),
        danger("reaches another server", "--host= --port= --proxy-host= --proxy-port= --socket= --auth=? -o= -F=")
      ],
      operand: recipient
    }
  },
  {
    names: ["sendmail"],
    facts,
    closed: {
      source: "sendmail(8), of Postfix 3.7, sendmail 8.17 and exim 4",
      options: "-itv -f= -F= -r= -b= -o=",
      value: (option, value) =>
        (option === "-b" && !/^[pv]$/.test(value)) || (option === "-o" && !/^(?:i|em|dq)$/.test(value))
          ? "sets how mail is kept, sent or read"
          : undefined,
      dangers: [danger(orders, "-C= -O= -q -I -L= -p= -d= -B= -D="), danger(writes, "-X=")],
      operand: recipient
    }
  },
  {
    names: ["swaks"],
    facts,
    closed: {
      source: "swaks(1), of swaks 20201014",
      style: "dashes",
      options: `-t= -to= -f= -from= -s= -server= -p= -port= -h= -helo= -ehlo= -q= -quit-after= -quit= -timeout= -n
        -suppress-data -hs -hr -stl -S -silent=? -tls -tlsc -tls-on-connect -tls-optional -4 -6 -cc= -bcc= -au= -auth-user= -dump=? -version
        -support -a=? -auth=? -protocol= -lhlo= -xclient-name= -h-Subject= -h-From= -h-To=`,
      dangers: [
        danger(sends, "-body= -attach* -data= -d= -header* -add-header= -ah= -g -h-*=? -embed*"),
        danger(starts, "-pipe= -copy-routing= -auth-password= -ap="),
        danger(orders, "-config= -auth-map= -tls-cert= -tls-key= -tls-ca-path= -input-file*"),
        danger(writes, "-output* -output-file*")
      ]
    }
  }
]
