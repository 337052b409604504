// Tests what a load balancer may break: uploads that are refused before they are complete, and kept connections.
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { mintToken } from '#test/support/token.ts'

/** The largest body of any route, and one that is larger. */
const largest = 26_214_400
const tooLarge = largest + 1_048_576

/**
 * Sends uploads that must be refused, each completely and on its own connection; resolves to the counts of the answers
 * by the expected status, such as `20 × 413`.
 */
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

/** The source ports of TCP connections to these ports of this machine, including connections that have just ended. */
export function countConnections(
  ports: readonly number[],
  without: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  const rows = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1)
  const found = rows.flatMap((row) => {
    const [, local = '', remote = ''] = row.trim().split(/\s+/)
    const isTo = (one: string) => ports.includes(Number.parseInt(one.split(':')[1] ?? '', 16))
    // After its end a connection is listed only on the side that closed it.
    const from = isTo(remote) ? local : isTo(local) ? remote : ''
    return /:(?!0000$)/.test(from) && !without.has(from) ? [from] : []
  })
  return new Set(found)
}
