// Checks at the start that the keyring is the one with which the database was sealed, so that a wrong or missing key
// gives a clear error at once.
import { createHmac } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { Log } from '#src/platform/log.ts'
import type { KeyHolder } from './sealer.ts'
import type { Keyring } from './keys.ts'
import { SealError } from './errors.ts'
import { sealKeys } from './table.ts'

const known = Buffer.from('atesta')
const keyContext = Buffer.from('seal_key')

/**
 * Throws `SealError` that names the key, and then writes nothing; otherwise records keys that it sees for the first
 * time.
 */
export function checkKeyring(
  db: Db,
  keyring: Keyring,
  log: Pick<Log, 'warn'>,
  holders: readonly KeyHolder[],
): Promise<void> {
  return db.transaction(async (tx) => {
    // The lock serialises processes that start at once on an empty database.
    await tx.execute(sql`lock table ${sealKeys} in share row exclusive mode`)
    const rows = await tx.select().from(sealKeys)
    for (const { kind, id, check } of rows) {
      if (kind === 'hash') checkHashKey(keyring, id, check, log)
      else await checkMasterKey(tx, keyring, { id, check }, holders)
    }
    const fresh = [...(await describeMasters(keyring)), ...describeHashes(keyring)]
    await tx.insert(sealKeys).values(fresh).onConflictDoNothing()
  })
}

/** Whether the keyring `found` opens what the other one seals now, and has its current hash key. */
export async function holdsKeysOf(found: Keyring, { master, hash }: Keyring): Promise<boolean> {
  const { keyId, wrapped } = await master.wrap(known, keyContext)
  const opened = await found.master.unwrap(keyId, wrapped, keyContext).catch(() => undefined)
  const [key, own] = [found.hash.keys.get(hash.current), hash.keys.get(hash.current)]
  return opened?.equals(known) === true && key !== undefined && own?.equals(key) === true
}

/**
 * A hash key that is lost for good must not keep the service from starting: the log says which data are not found any
 * more.
 */
function checkHashKey({ hash }: Keyring, id: string, check: Buffer, log: Pick<Log, 'warn'>): void {
  const key = hash.keys.get(Number(id))
  if (!key)
    log.warn(
      { hashKey: Number(id) },
      'hash key is not in the keyring: opt-outs, limits, repeats, replies and evidence kept under it are not found',
    )
  else if (!hashOf(key).equals(check))
    throw new SealError(`hash key ${id} is not the one this database was used with`)
}

async function checkMasterKey(
  db: Db,
  { master, masterIds }: Keyring,
  { id, check }: { readonly id: string; readonly check: Buffer },
  holders: readonly KeyHolder[],
): Promise<void> {
  if (masterIds.includes(id)) {
    const opened = await master.unwrap(id, check, keyContext).catch(() => undefined)
    if (!opened?.equals(known))
      throw new SealError(`master key ${id} is not the one this database was sealed with`)
    return
  }
  for (const holder of holders)
    if (await holder.needs(db, id))
      throw new SealError(
        `master key ${id} is missing in the keyring: this database has data sealed with it`,
      )
  await db.delete(sealKeys).where(and(eq(sealKeys.kind, 'master'), eq(sealKeys.id, id)))
}

/** Only the current key is recorded; the others were recorded when they were current. */
async function describeMasters({ master }: Keyring) {
  const { keyId, wrapped } = await master.wrap(known, keyContext)
  return [{ kind: 'master' as const, id: keyId, check: wrapped }]
}

function describeHashes({ hash }: Keyring) {
  return [...hash.keys].map(([id, key]) => ({
    kind: 'hash' as const,
    id: String(id),
    check: hashOf(key),
  }))
}

const hashOf = (key: Buffer) => createHmac('sha256', key).update(known).digest()
