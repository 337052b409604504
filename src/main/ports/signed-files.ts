// Keeps revocation lists up to date in the background: checking a file never waits for a download, and URLs inside a
// file are never fetched.
import { setTimeout as sleep } from 'node:timers/promises'
import type { SignatureTrust } from '#src/biometrics/signed-files/check.ts'
import { readRevocationList, type RevocationList } from '#src/biometrics/signed-files/revocation.ts'
import type { SignedFilesConfig } from '#src/main/config/signed-files.ts'
import type { Log } from '#src/platform/log.ts'

const everyMs = 30 * 60_000
const fetchMs = 60_000
const bytesMax = 64_000_000

/** Undefined when it could not be fetched, or is no list. It never throws. */
export async function fetchList(url: string): Promise<RevocationList | undefined> {
  try {
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(fetchMs) })
    if (!answer.ok || !answer.body) return undefined
    const parts: Uint8Array[] = []
    let bytes = 0
    for await (const part of answer.body) {
      bytes += part.length
      if (bytes > bytesMax) return undefined
      parts.push(part)
    }
    return readRevocationList(Buffer.concat(parts))
  } catch {
    return undefined
  }
}

/** Returns the present trust at each call: when a list cannot be fetched, the previous one stays until it expires. */
export function openSignedFiles(
  config: SignedFilesConfig,
  log: Pick<Log, 'warn'>,
  parts: AsyncDisposableStack,
): () => SignatureTrust {
  const { issuers, roots, intermediates, ageMaxDays } = config
  const lists = new Map<string, RevocationList>()
  const ending = new AbortController()
  const refresh = async () => {
    for (const url of config.lists) {
      const list = await fetchList(url)
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
  parts.defer(async () => {
    ending.abort()
    await refreshing
  })
  return () => ({ issuers, roots, intermediates, ageMaxDays, lists: [...lists.values()] })
}
