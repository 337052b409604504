// Finds out why Temporal cannot be used: which setting is wrong, as far as its answer says so.
import { connect, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Connection } from '@temporalio/client'

export type TemporalFault =
  /** No server answers at the address. */
  | 'address'
  /** The certificate of the server, or ours, is not trusted. */
  | 'certificate'
  /** One side speaks TLS and the other does not. */
  | 'tls'
  /** The credential is refused. */
  | 'key'
  | 'namespace'
  | 'unknown'

// Keyed by the status codes of gRPC.
const codes: Readonly<Record<number, TemporalFault>> = { 5: 'namespace', 7: 'key', 16: 'key' }

const signs: readonly (readonly [TemporalFault, RegExp])[] = [
  ['certificate', /certificate|altnames|self[- ]signed|unknown ?issuer|CERT_|unable to verify/i],
  [
    'tls',
    /wrong version number|invalid ?content ?type|packet length too long|ECONNRESET|EPROTO|socket disconnected/i,
  ],
  ['namespace', /namespace .*not found/i],
  [
    'address',
    /ENOTFOUND|EAI_AGAIN|name resolution|dns error|ECONNREFUSED|connection refused|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|deadline/i,
  ],
]

/** Decides by the status code of the answer, or else by the cause of the failed connection. */
export function faultOf(error: unknown): TemporalFault {
  const chain = chainOf(error)
  for (const { code } of chain) {
    const fault = typeof code === 'number' ? codes[code] : undefined
    if (fault) return fault
  }
  const text = chain.map(({ message, code }) => `${message} ${textOf(code)}`).join(' ')
  return signs.find(([, sign]) => sign.test(text))?.[0] ?? 'unknown'
}

const textOf = (code: unknown) => (typeof code === 'string' ? code : '')

type Failed = Error & { readonly code?: unknown }

function chainOf(error: unknown): Failed[] {
  return error instanceof Error ? [error, ...chainOf(error.cause)] : []
}

type Asked = {
  readonly connection: Connection
  readonly namespace: string
  readonly address: string
  /** Whether the address is connected to with TLS. */
  readonly tls: boolean
}

/**
 * The first error may not say the reason, so the namespace is asked for, which every worker needs. If no answer comes,
 * a connection is opened by hand, because clients repeat until their time is over and hide the reason.
 */
export async function explainFault(asked: Asked, error: unknown): Promise<TemporalFault> {
  const { connection, namespace } = asked
  try {
    await connection.withDeadline(Date.now() + 2_000, () =>
      connection.workflowService.describeNamespace({ namespace }),
    )
    return faultOf(error)
  } catch (refused) {
    const answered = chainOf(refused).map(({ code }) => codes[Number(code)])
    return answered.find((fault) => fault !== undefined) ?? faultOf(await reach(asked))
  }
}

/** Resolves to undefined when the connection succeeds, else to its error. */
function reach({ address, tls }: Asked): Promise<unknown> {
  const [, host = '', port = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(address) ?? []
  const to = { host, port: Number(port), timeout: 2_000 }
  return new Promise((resolve) => {
    const socket = tls ? connectTls({ ...to, servername: isIP(host) ? '' : host }) : connect(to)
    const end = (error?: unknown) => {
      socket.destroy()
      resolve(error)
    }
    socket.once(tls ? 'secureConnect' : 'connect', () => end())
    socket.once('error', end)
    socket.once('timeout', () => end(new Error('ETIMEDOUT')))
  })
}
