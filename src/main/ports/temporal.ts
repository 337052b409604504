// The connection to Temporal: address, namespace, TLS and API key, from variables or a profile of
// `@temporalio/envconfig`. Certificates are read again: when they have changed, new connections use them, and those of
// workers are replaced.
import { isDeepStrictEqual } from 'node:util'
import { getCACertificates } from 'node:tls'
import { experimental } from '@grpc/grpc-js'
import { Connection, type ConnectionOptions } from '@temporalio/client'
import { loadClientConnectConfig } from '@temporalio/envconfig'
import type { Config } from '#src/main/config/config.ts'
import { describeError, type Log } from '#src/platform/log.ts'

type Options = ReturnType<typeof readOptions>['connectionOptions']

export type Temporal = {
  readonly namespace: string
  readonly address: string
  readonly hasTls: boolean
  /** Connects lazily, so that the API starts and answers while Temporal cannot be reached. */
  readonly connection: Connection
  /** Whether the files of its settings can be read now. */
  isReadable(): boolean
  /** The options with the present certificates. */
  options(): Options
  /**
   * Calls `renew` when the certificates have changed, and again until it resolves; returns a function that ends that.
   */
  onRenewed(renew: () => Promise<void>): () => void
}

const everyMs = 10_000

export function openTemporal(config: Config, log: Log, parts: AsyncDisposableStack): Temporal {
  const { connectionOptions: first, namespace } = readOptions(config)
  let current = first
  let [isPending, isRenewing] = [false, false]
  const renewals = new Set<() => Promise<void>>()
  const certificates = createCertificates(() => current)
  const connection = Connection.lazy(reconnecting(withCertificates(first, certificates.provider)))
  parts.defer(() => connection.close())

  async function look(): Promise<void> {
    const { connectionOptions: found } = readOptions(config)
    if (!isPending && isDeepStrictEqual(found.tls, current.tls)) return
    current = found
    isPending = true
    certificates.tell()
    await Promise.all([...renewals].map((renew) => renew()))
    isPending = false
    log.info({}, 'the certificates for Temporal have changed and are in use')
  }

  function lookOnce(): void {
    if (isRenewing) return
    isRenewing = true
    look()
      .catch((error: unknown) => {
        const said = { error: describeError(error) }
        log.warn(said, 'the certificates for Temporal have changed and cannot be used yet')
      })
      .finally(() => (isRenewing = false))
  }

  // Without certificates there is nothing to renew.
  const timer = tlsOf(first) && setInterval(lookOnce, everyMs)
  parts.defer(() => clearInterval(timer))
  return {
    namespace,
    address: first.address ?? '',
    hasTls: Boolean(first.tls),
    connection,
    isReadable: () => Boolean(readOptions(config)),
    options: () => current,
    onRenewed(renew) {
      renewals.add(renew)
      return () => void renewals.delete(renew)
    },
  }
}

function readOptions(config: Config) {
  const given = {
    TEMPORAL_ADDRESS: config.TEMPORAL_ADDRESS,
    TEMPORAL_NAMESPACE: config.TEMPORAL_NAMESPACE,
  }
  const variables = Object.entries({ ...process.env, ...given }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const { connectionOptions, namespace = 'default' } = loadClientConnectConfig({
    overrideEnvVars: Object.fromEntries(variables),
  })
  return { connectionOptions, namespace }
}

/**
 * Limits the back-off: by default the client tries an unreachable server at ever longer intervals, up to two minutes,
 * and resolves its address twice a minute, which would delay messages after an outage.
 */
const reconnecting = (options: ConnectionOptions): ConnectionOptions => ({
  ...options,
  channelArgs: {
    'grpc.initial_reconnect_backoff_ms': 500,
    'grpc.max_reconnect_backoff_ms': 2_000,
    'grpc.dns_min_time_between_resolutions_ms': 5_000,
    ...options.channelArgs,
  },
})

type Provider = Parameters<typeof experimental.createCertificateProviderChannelCredentials>[0]

const tlsOf = ({ tls }: Options) => (typeof tls === 'object' && tls !== null ? tls : undefined)

/** The client takes certificates once; with these credentials of its library it asks for them at each handshake. */
function withCertificates(options: Options, provider: Provider): ConnectionOptions {
  const tls = tlsOf(options)
  // With an API key no credentials are used; the key changes without a certificate.
  if (!tls || options.apiKey !== undefined) return options
  const { tls: _, ...others } = options
  const name = tls.serverNameOverride
  return {
    ...others,
    credentials: experimental.createCertificateProviderChannelCredentials(
      provider,
      tls.clientCertPair ? provider : null,
    ),
    ...(name !== undefined && {
      channelArgs: { 'grpc.ssl_target_name_override': name, 'grpc.default_authority': name },
    }),
  }
}

function createCertificates(read: () => Options) {
  const told = new Set<() => void>()
  const listeners = new Map<unknown, () => void>()
  const add = (listener: unknown, tell: () => void) => {
    listeners.set(listener, tell)
    told.add(tell)
    tell()
  }
  const remove = (listener: unknown) => {
    const tell = listeners.get(listener)
    if (tell) told.delete(tell)
    listeners.delete(listener)
  }
  const provider: Provider = {
    addCaCertificateListener: (listener) =>
      add(listener, () => {
        const own = tlsOf(read())?.serverRootCACertificate
        const caCertificate = Buffer.from(own ?? getCACertificates().join('\n'))
        listener({ caCertificate })
      }),
    removeCaCertificateListener: remove,
    addIdentityCertificateListener: (listener) =>
      add(listener, () => {
        const pair = tlsOf(read())?.clientCertPair
        const identity = pair && {
          certificate: Buffer.from(pair.crt),
          privateKey: Buffer.from(pair.key),
        }
        listener(identity ?? null)
      }),
    removeIdentityCertificateListener: remove,
  }
  return {
    provider,
    tell() {
      for (const tell of told) tell()
    },
  }
}
