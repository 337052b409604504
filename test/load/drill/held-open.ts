// Sends bodies that never end, without a credential, to a configured hook, and measures how many an API of 512 MB
// holds.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { readRssKb } from '#test/load/proc.ts'
import type { ApiProcess } from '#test/support/process.ts'
import { insist, hold, type Say } from './part.ts'
import type { Probe } from './probe.ts'

const connections = 300
/** The largest body that a hook accepts. */
const size = 3_145_728
/**
 * The most bodies that fit into the shared 32 MiB: three fifths of it for requests without a credential, and an eighth
 * for one address.
 */
const heldMost = { one: 2, many: 7 }
const grownMostMb = 150
/** The limit for other requests while 900 MB arrive at once. */
const waitMostMs = 3_000

type Held = { readonly socket: Socket; answer: string; isClosed: boolean }

/** Runs the test; resolves to the faults. `probe` is another tenant’s. */
export async function tryHeldOpen(api: ApiProcess, probe: Probe, say: Say): Promise<string[]> {
  const faults: string[] = []
  for (const from of ['one', 'many'] as const) {
    const before = readRssKb(api.pid)
    await probe.taken()
    const all = Array.from({ length: connections }, (_, at) =>
      begin(api.url, from === 'one' ? '192.0.2.1' : `198.51.${at >> 8}.${at & 255}`),
    )
    const refused = () => all.filter(({ answer }) => answer.startsWith('HTTP/1.1 503')).length
    const held = () => all.filter(({ answer, isClosed }) => answer === '' && !isClosed).length
    await insist(30, async () => hold(held() <= heldMost[from], `${held()} bodies are held`)).catch(
      ({ message }: Error) => faults.push(`${from}: ${message}`),
    )
    await sleep(500)
    const grown = (readRssKb(api.pid) - before) / 1_024
    const waited = Math.max(...(await probe.taken()))
    say(
      `${connections} × 3 MiB held open from ${from === 'one' ? 'one address' : 'as many addresses'}: ${held()} held, ${refused()} × 503, ${connections - held() - refused()} cut off; ${grown.toFixed(0)} MB more; another's longest call ${waited.toFixed(0)} ms`,
    )
    if (grown > grownMostMb) faults.push(`held open from ${from}: ${grown.toFixed(0)} MB more`)
    if (waited > waitMostMs) faults.push(`held open from ${from}: another waits ${waited} ms`)
    if (held() + refused() < connections) faults.push(`held open from ${from}: some see no answer`)
    for (const { socket } of all) socket.destroy()
    await sleep(500)
  }
  return faults
}

/** Sends all of the body but the last byte. */
function begin(url: string, address: string): Held {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const one: Held = { socket, answer: '', isClosed: false }
  socket.on('data', (data) => (one.answer += String(data)))
  socket.on('close', () => (one.isClosed = true))
  socket.on('error', () => undefined)
  const head = [
    'POST /hooks/meta HTTP/1.1',
    'Host: x',
    `X-Forwarded-For: ${address}`,
    `Content-Length: ${size}`,
  ]
  socket.write([...head, 'Content-Type: application/json', '', ''].join('\r\n'))
  socket.write(new Uint8Array(size - 1))
  return one
}
