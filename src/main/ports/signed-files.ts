// Keeps revocation lists up to date in the background: checking a file never waits for a download, and URLs inside a
// file are never fetched. How long each list is good for is a gauge.
import { setTimeout as sleep } from 'node:timers/promises'
import type { SignatureTrust } from '#src/biometrics/signed-files/check.ts'
import { readRevocationList, type RevocationList } from '#src/biometrics/signed-files/revocation.ts'
import type { SignedFilesConfig } from '#src/main/config/signed-files.ts'
import { reachOf } from '#src/journey/calls/connector.ts'
import { exchange } from '#src/journey/calls/http.ts'
import type { Metrics } from '#src/platform/metrics.ts'
import type { Log } from '#src/platform/log.ts'

const everyMs = 30 * 60_000
const fetchMs = 60_000
const bytesMax = 64_000_000

/** Undefined when it could not be fetched, or is no list. It never throws. */
export async function fetchList(
  address: string,
  privateHosts: readonly string[],
  signal = new AbortController().signal,
): Promise<RevocationList | undefined> {
  const url = new URL(address)
  // Authorities publish revocation lists without TLS, because the lists are signed.
  const reach = { ...reachOf([url], privateHosts), takesPlain: true }
  const limits = { totalMs: fetchMs, bodyBytesMax: bytesMax, isBinary: true, reach }
  const headers = { accept: '*/*' }
  const outcome = await exchange({ method: 'GET', url, headers, signal }, limits)
  if (outcome.kind !== 'answer' || outcome.status !== 200 || !outcome.body) return undefined
  return readRevocationList(Buffer.from(outcome.body, 'latin1'))
}

/** The seconds until the list expires, negative after that; 0 without a list. */
const leftSeconds = (list: RevocationList | undefined): number =>
  list ? (list.nextUpdate.getTime() - Date.now()) / 1_000 : 0

type Watched = {
  readonly log: Pick<Log, 'warn'>
  readonly metrics: Pick<Metrics, 'revocationListLeft'>
}

/** Returns the present trust at each call: when a list cannot be fetched, the previous one stays until it expires. */
export function openSignedFiles(
  config: SignedFilesConfig,
  { log, metrics }: Watched,
  parts: AsyncDisposableStack,
): () => SignatureTrust {
  const { issuers, roots, intermediates, ageMaxDays } = config
  const lists = new Map<string, RevocationList>()
  const ending = new AbortController()
  const refresh = async () => {
    for (const url of config.lists) {
      const list = await fetchList(url, config.privateHosts, ending.signal)
      if (list) lists.set(url, list)
      else log.warn({ url }, 'a revocation list could not be fetched')
    }
  }
  const refreshing = (async () => {
    while (!ending.signal.aborted && config.lists.length > 0) {
      await refresh()
      await sleep(everyMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)
    }
  })()
  metrics.revocationListLeft.measureAtScrape(() =>
    config.lists.map((list) => ({ labels: { list }, value: leftSeconds(lists.get(list)) })),
  )
  parts.defer(async () => {
    ending.abort()
    await refreshing
  })
  return () => ({ issuers, roots, intermediates, ageMaxDays, lists: [...lists.values()] })
}
