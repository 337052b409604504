// Deletes stored images: those of erased people, those older than their tenant's retention, and those without a row.
import { runAlone } from '#src/platform/db/alone.ts'
import { rest } from '#src/platform/db/batches.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import { isUuid } from '#src/platform/ids.ts'
import { foldersBetween, idIn, madeAt, objectName } from './images.ts'
import type { ObjectStore } from '#src/platform/object-store.ts'
import { forgetImages, listErased, listNamed, listOlder, listOwners } from './store.ts'

const dayMs = 24 * 60 * 60_000
/** A request stores its images within seconds; a day is more than any commit takes. */
const unnamedMs = dayMs
/**
 * How far back objects without a row are looked for: a database restored from a snapshot leaves such objects behind.
 */
const lookBackMs = 8 * dayMs
const batchSize = 200

/** In days; undefined means as long as the transaction. */
export type Retention = (owner: Owner) => number | undefined

export type SweepDeps = {
  readonly db: Db
  readonly store: ObjectStore
  readonly retention: Retention
  /**
   * When each folder was listed, in epoch milliseconds; kept between sweeps, so that each folder is listed once a day.
   */
  readonly listed?: Map<string, number>
  /** Stops the sweep between two batches. */
  readonly signal?: AbortSignal
}

export type Swept = { readonly erased: number; readonly old: number; readonly unnamed: number }

/** `now` is wall time in epoch milliseconds. Rejects when the store cannot be reached; the next sweep goes on. */
export async function sweepImages(deps: SweepDeps, now = Date.now()): Promise<Swept> {
  const erased = await removeAll(deps, (limit) => listErased(deps.db, limit))
  return { erased, old: await removeOld(deps, now), unnamed: await removeUnnamed(deps, now) }
}

/** The number of an advisory lock that nothing else uses. */
const sweepLock = 7_403_118_265_002n
/** Sweeps in one process at a time; undefined if another one is sweeping. */
export const sweepAlone = (deps: SweepDeps): Promise<Swept | undefined> =>
  runAlone(deps.db, sweepLock, () => sweepImages(deps))

async function removeOld(deps: SweepDeps, now: number): Promise<number> {
  const { db, retention } = deps
  let count = 0
  for (const owner of await listOwners(db)) {
    const days = retention(owner)
    if (days === undefined) continue
    const before = new Date(now - days * dayMs)
    count += await removeAll(deps, (limit) => listOlder(db, owner, before, limit))
  }
  return count
}

/** Deletes the objects before the rows, because without its row an object would be found much later. */
async function removeAll(
  { db, store, signal }: Pick<SweepDeps, 'db' | 'store' | 'signal'>,
  list: (limit: number) => Promise<string[]>,
): Promise<number> {
  let count = 0
  while (!signal?.aborted) {
    const begun = performance.now()
    const ids = await list(batchSize)
    if (ids.length > 0) {
      await store.remove(ids.map(objectName))
      await forgetImages(db, ids)
    }
    count += ids.length
    if (ids.length < batchSize) return count
    await rest(begun, signal)
  }
  return count
}

/** Deletes the objects of one transaction at once, with `others`, which are stored but have no row. */
export async function removeOf(
  deps: Pick<SweepDeps, 'db' | 'store'>,
  transactionId: string,
  others: readonly string[] = [],
): Promise<void> {
  await removeAll(deps, (limit) => listErased(deps.db, limit, transactionId))
  if (others.length === 0) return
  const named = await listNamed(deps.db, others)
  await deps.store.remove(others.filter((id) => !named.has(id)).map(objectName))
}

async function removeUnnamed(
  { db, store, listed = new Map() }: SweepDeps,
  now: number,
): Promise<number> {
  let count = 0
  const folders = foldersBetween(now - lookBackMs, now - unnamedMs)
  for (const folder of folders.filter((one) => (listed.get(one) ?? 0) <= now - dayMs)) {
    for await (const names of store.list(folder)) {
      // A shared bucket may hold other objects, which are left alone.
      const own = names.filter((name) => isUuid(idIn(name)))
      const old = own.filter((name) => madeAt(idIn(name)) <= now - unnamedMs)
      const named = old.length === 0 ? new Set() : await listNamed(db, old.map(idIn))
      const unnamed = old.filter((name) => !named.has(idIn(name)))
      await store.remove(unnamed)
      count += unnamed.length
    }
    listed.set(folder, now)
  }
  for (const folder of listed.keys()) if (!folders.includes(folder)) listed.delete(folder)
  return count
}
