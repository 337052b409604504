// What a balancer may spoil: uploads that are refused before they have come, and connections that are kept.
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { mintToken } from '#test/support/token.ts'

/** The largest body of a route, and one that is larger than any. */
const largest = 26_214_400
const tooLarge = largest + 1_048_576

/** By the status that they should get, what they got: as `20 × 413`. Each writes all that it can on a connection of its own. */
export async function refusedUploads(
  url: string,
  id: string,
  count: number,
): Promise<ReadonlyMap<number, string>> {
  const path = `${url}/v1/transaction/${id}/redoc`
  const bearer = { authorization: `Bearer ${await mintToken()}` }
  const shown = new Map<number, string>()
  for (const [expected, bytes, headers] of [
    [401, largest, {}],
    [413, tooLarge, bearer],
  ] as const) {
    const counts = new Map<string, number>()
    for (let at = 0; at < count; at += 1) {
      const got = await upload(path, bytes, headers)
      counts.set(got, (counts.get(got) ?? 0) + 1)
    }
    shown.set(expected, [...counts].map(([got, n]) => `${n} × ${got}`).join(', '))
  }
  return shown
}

function upload(url: string, bytes: number, more: Record<string, string>): Promise<string> {
  const headers = {
    ...more,
    'content-type': 'multipart/form-data; boundary=a',
    'content-length': bytes,
  }
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', headers, agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(String(answer.statusCode)))
      answer.once('error', ({ message }) => resolve(message))
    })
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    sent.end(new Uint8Array(bytes))
  })
}

/** Connections to these ports of this machine, those too that have just ended, by the ports that they come from. */
export function countConnections(
  ports: readonly number[],
  without: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  const rows = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1)
  const found = rows.flatMap((row) => {
    const [, local = '', remote = ''] = row.trim().split(/\s+/)
    const isTo = (one: string) => ports.includes(Number.parseInt(one.split(':')[1] ?? '', 16))
    // Of one that has ended only the side stays that ended it.
    const from = isTo(remote) ? local : isTo(local) ? remote : ''
    return /:(?!0000$)/.test(from) && !without.has(from) ? [from] : []
  })
  return new Set(found)
}
