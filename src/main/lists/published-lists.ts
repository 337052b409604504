// Keeps a process’s knowledge of published lists up to date; their entries are read at each screening.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#src/platform/db/client.ts'
import type { Log } from '#src/platform/log.ts'
import { createPublishedLists, type PublishedLists } from '#src/screening/lists/screen.ts'

const everyMs = 60_000

export async function openPublishedLists(
  { db, log }: { readonly db: Db; readonly log: Log },
  parts: AsyncDisposableStack,
): Promise<PublishedLists> {
  const published = createPublishedLists(db, log)
  const refresh = () =>
    published.refresh().catch((error: unknown) => log.warn({ error }, 'published lists not read'))
  await refresh()
  const ending = new AbortController()
  const refreshing = (async () => {
    while (!ending.signal.aborted) {
      await sleep(everyMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)
      if (!ending.signal.aborted) await refresh()
    }
  })()
  parts.defer(async () => {
    ending.abort()
    await refreshing
  })
  return published
}
