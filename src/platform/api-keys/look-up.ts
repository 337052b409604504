// Looks up API keys that are not cached, in batches: while one statement runs, the keys that arrive wait for the next.
// A flood of invalid keys takes one connection at most, and a good key waits for two statements.
import type { Db } from '#src/platform/db/client.ts'
import { hashKey } from './key.ts'
import { type ApiKeyRow, findGood } from './store.ts'

type Wanted = { readonly hash: Buffer; readonly found: PromiseWithResolvers<ApiKeyRow | undefined> }

/** The batch sizes; few, because PostgreSQL plans a statement of each size once. */
const sizes = [1, 8, 64] as const
const most = 64

/** The row of a key that is valid now; undefined for others. */
export function createLookUp(db: Db): (key: string) => Promise<ApiKeyRow | undefined> {
  const wanted: Wanted[] = []
  let isAsking = false

  async function ask(): Promise<void> {
    isAsking = true
    for (;;) {
      const batch = wanted.splice(0, most)
      if (batch.length === 0) break
      await answer(db, batch)
    }
    isAsking = false
  }

  return (key) => {
    const found = Promise.withResolvers<ApiKeyRow | undefined>()
    wanted.push({ hash: hashKey(key), found })
    if (!isAsking) void ask()
    return found.promise
  }
}

async function answer(db: Db, batch: readonly Wanted[]): Promise<void> {
  const hashes = batch.map(({ hash }) => hash)
  const size = sizes.find((one) => one >= hashes.length) ?? most
  const [first] = hashes
  while (first && hashes.length < size) hashes.push(first)
  try {
    const rows = await findGood(db, hashes)
    for (const { hash, found } of batch) found.resolve(rows.find((row) => row.hash.equals(hash)))
  } catch (error) {
    for (const { found } of batch) found.reject(error)
  }
}
