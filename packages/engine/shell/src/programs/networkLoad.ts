import { farLoad } from "./addresses.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const facts = factsOf("the manual page of each", {
  reachesNetwork: "opens connections and ports",
  startsPrograms: "starts programs by orders",
  writesFiles: "writes what it fetches"
})

const starts = "starts a program, or runs a script"
const orders = "reads orders or settings from a file"
const sends = "sends data, or what a file holds"
const writes = "writes a file"
const serves = "serves others"
const acts = "acts as another, or floods"
const further = (word: string, before: ReadonlyArray<string>) =>
  before.length > 0 ? "is a further address" : farLoad(word)

/**
 * Programs that move files, and programs that test how much load a network or a server bears. Sources: the manual page
 * of each.
 */
export const networkLoad: ReadonlyArray<Program> = [
  {
    names: ["ftp"],
    facts,
    closed: {
      source: "tnftp(1)",
      options: "-46AadefginpRtVv -P= -q= -r= -x=",
      dangers: [
        danger(writes, "-o="),
        danger(sends, "-u="),
        danger("reads credentials", "-N="),
        danger(acts, "-s= -T=")
      ]
    }
  },
  {
    names: ["tftp"],
    facts,
    closed: { source: "tftp(1)", options: "-46Vvlm= -m=", dangers: [danger(starts, "-c=>"), danger(serves, "-R=")] }
  },
  {
    names: ["lftp"],
    facts,
    closed: {
      source: "lftp(1), of lftp 4.9",
      options: "-dh -p= -u= --norc --version --env-password",
      dangers: [danger(starts, "-e= -c="), danger(orders, "-f= --rcfile= -s= --no-autoload")]
    }
  },
  {
    names: ["hping3"],
    facts,
    closed: {
      source: "hping3(8)",
      options: `-012hnqvVDzZSARFPUXYTJxyf -c= -i= -t= -p= -d= -m= -8= -C= -K= -w= --count= --interval= --numeric --quiet
        --version --verbose --debug --udp --icmp --rawip --scan= --ttl= --destport= --data= --mtu= --syn --ack --rst
        --fin --push --urg --xmas --ymas --icmptype= --icmpcode= --win= --traceroute --tr-keep-ttl --tr-stop
        --tr-no-rtt --tcpexitcode --tcp-timestamp --icmp-ts --icmp-addr --fast --beep --frag`,
      dangers: [
        danger(acts, "-a= --spoof= --rand-source --rand-dest --flood --faster -I= --interface= -s= --baseport="),
        danger(sends, "-E= --file= -e= --sign= -B --safe -u --end -j --dump"),
        danger(serves, "-9= --listen=")
      ]
    }
  },
  {
    names: ["iperf", "iperf3"],
    facts,
    closed: {
      source: "iperf(1), of iperf 2.1; iperf3(1), of iperf 3.12",
      options: `-46dehJmNRruvVzZ1 -A= -b= -c= -f= -i= -k= -l= -M= -n= -O= -p= -P= -S= -t= -T= -w= -y= --bandwidth=
        --bidir --bitrate= --blockcount= --bytes= --client= --congestion= --connect-timeout= --cport= --debug
        --dont-fragment --dscp= --enhanced --forceflush --format= --get-server-output --interval= --json --json-stream
        --len= --length= --no-delay --nodelay --num= --omit= --one-off --parallel= --port= --print_mss
        --repeating-payload --reverse --set-mss= --time= --timestamps=? --title= --tos= --udp --udp-counters-64bit
        --verbose --version --version4 --version6 --window= --zerocopy --full-duplex --sum-only`,
      dangers: [
        danger(serves, "-s --server -D --daemon -L= --listenport= --idle-timeout= --server-bitrate-limit="),
        danger(writes, "-o= --output= --logfile= -I= --pidfile="),
        danger(sends, "-F= --file= --fileinput= --extra-data= -X= --xbind= --username="),
        danger(orders, "--rsa-private-key-path= --rsa-public-key-path= --authorized-users-path="),
        danger(acts, "-B= --bind= --bind-dev=")
      ],
      value: (option, value) => (/^-(?:c|-client)$/.test(option) ? farLoad(value) : undefined)
    },
    synonyms: [["-c", "--client"]]
  },
  {
    names: ["ab"],
    facts,
    closed: {
      source: "ab(1), of Apache 2.4",
      options: "-dhiklqrSVw -A= -b= -c= -C= -f= -H= -n= -P= -s= -t= -T= -v= -x= -y= -z= -Z=",
      dangers: [
        danger(writes, "-e= -g="),
        danger(sends, "-p= -u= -E="),
        danger("changes the request's method", "-m="),
        danger("connects in another way than the address says", "-X= -B=")
      ],
      operand: further
    }
  },
  {
    names: ["wrk"],
    facts,
    closed: {
      source: "wrk(1), of wrk 4.1",
      options: "-v -c= -d= -t= -H= -T= --connections= --duration= --threads= --header= --latency --timeout= --version",
      dangers: [danger(starts, "-s= --script=")],
      operand: further
    },
    synonyms: [["-s", "--script"]]
  },
  {
    names: ["hey"],
    facts,
    closed: {
      source: "hey(1)",
      style: "dashes",
      options: `-n= -c= -q= -z= -o= -H= -t= -A= -T= -a= -h2 -host= -disable-compression -disable-keepalive
        -disable-redirects -cpus= -more -h -help`,
      dangers: [
        danger("changes the request's method", "-m="),
        danger(sends, "-d= -D="),
        danger("connects in another way than the address says", "-x=")
      ],
      operand: further
    }
  },
  {
    names: ["masscan"],
    facts,
    closed: {
      source: "masscan(8)",
      style: "words",
      options: "-p= -p* --ports= --rate= --max-rate= --wait= --version --echo --iflist --open --banners -V -h",
      dangers: [
        danger(writes, "-oX= -oB= -oJ= -oG= -oL= -oD= -oU= -o* --output-*"),
        danger(orders, "-c= --conf= --resume= -iL= --includefile= --excludefile= --readscan="),
        danger(acts, "-e= --adapter* --source-ip= --router-mac= --exclude=")
      ],
      operand: farLoad
    }
  },
  {
    names: ["dumpcap"],
    facts,
    closed: {
      source: "dumpcap(1), of Wireshark 4.0",
      options: "-DhLMv --list-interfaces --list-data-link-types --list-time-stamp-types --version",
      dangers: [
        danger(writes, "-w= -a= -b= -B= -C= -N= --autostop= --ring-buffer= --temp-dir= --log-file= -gnP"),
        danger("watches the network", "-i= --interface= -f= -IpSdtq -c= -s= -k= -y= --monitor-mode")
      ],
      operands: { from: 1, reason: "watches the network" }
    }
  }
]
