// Stores the tenant's servers that get signed requests, as far as webhooks and endpoints agree.
import { and, asc, eq, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import { newId } from '#src/platform/ids.ts'
import type { DataKey } from '#src/platform/seal/keys.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import {
  addSecret,
  type Kind,
  openOwnKey,
  ownKeysOf,
  type SealedSecrets,
  sealFirstSecret,
} from './secrets.ts'
import { type ShownSecret, showSecret } from './signing.ts'

/** The columns that both tables have; each table adds its own. */
export type Receiver = Owner & SealedSecrets & { readonly shownSecrets: readonly ShownSecret[] }

type ReceiverTable = PgTable &
  Readonly<Record<Exclude<keyof Receiver, 'secrets' | 'shownSecrets'>, AnyPgColumn>>

/** `secret` is shown only once, in the answer to the creation. */
export type Made<Row> = { readonly row: Row; readonly secret: string }

export type ReceiverStore<Row extends Receiver> = ReturnType<typeof receiverStore<Row>>

/** The most rows of one kind that a tenant may have in a mode. */
export const receiversMax = 20

/** `name` is the column by which the API names a row; `Row` is what the table selects. */
export function receiverStore<Row extends Receiver>(
  kind: Kind,
  table: ReceiverTable,
  name: AnyPgColumn,
) {
  const isOf = ({ tenant, mode }: Owner, one?: string) =>
    and(
      eq(table.tenant, tenant),
      eq(table.mode, mode),
      one === undefined ? undefined : eq(name, one),
    )
  // Safe because a statement that names no columns gives the rows of the table.
  const rowsOf = (found: PromiseLike<unknown>) => found as PromiseLike<Row[]>

  async function update(
    tx: Db,
    { id }: Receiver,
    changes: Partial<Row> | Partial<Receiver>,
  ): Promise<Row> {
    // A statement without a change must still set a column.
    const set = { ...changes, id }
    const [row] = await rowsOf(tx.update(table).set(set).where(eq(table.id, id)).returning())
    if (!row) throw new Error('a locked receiver is gone')
    return row
  }

  return {
    keys: ownKeysOf(kind, table),
    update,

    list: (db: Db, owner: Owner): PromiseLike<Row[]> =>
      rowsOf(db.select().from(table).where(isOf(owner)).orderBy(asc(name))),

    find: async (db: Db, owner: Owner, one: string): Promise<Row | undefined> =>
      (await rowsOf(db.select().from(table).where(isOf(owner, one))))[0],

    lock: async (tx: Db, owner: Owner, one: string): Promise<Row | undefined> =>
      (await rowsOf(tx.select().from(table).where(isOf(owner, one)).for('update')))[0],

    /** Whether the owner has the most already. The second of two concurrent creations counts the first. */
    async isFull(tx: Db, owner: Owner): Promise<boolean> {
      const lock = `${kind.table}:${owner.tenant}:${owner.mode}`
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
      return (await tx.$count(table, isOf(owner))) >= receiversMax
    },

    /**
     * Inserts a row with a first secret. `columnsOf` returns the columns of its kind, sealed under the row’s own key.
     */
    async insert(
      tx: Db,
      sealer: Sealer,
      { tenant, mode }: Owner,
      columnsOf: (named: { tenant: string; id: string }, key: DataKey) => object,
    ): Promise<Made<Row>> {
      const named = { tenant, id: newId() }
      const { key, secret, columns } = await sealFirstSecret(sealer, kind, named)
      const values = { ...columnsOf(named, key), ...named, ...columns, mode, createdAt: new Date() }
      const [row] = await rowsOf(tx.insert(table).values(values).returning())
      if (!row) throw new Error('the insert gave no row')
      return { row, secret: showSecret(secret) }
    },

    /** Adds a secret. The previous one is good for the overlap, and older ones end. */
    async rotateSecret(
      tx: Db,
      sealer: Sealer,
      row: Row,
      overlapSeconds: number,
    ): Promise<Made<Row>> {
      const { secret, columns } = await addSecret(sealer, kind, row, overlapSeconds)
      return { row: await update(tx, row, columns), secret: showSecret(secret) }
    },

    async delete(tx: Db, { id }: Receiver): Promise<void> {
      await tx.delete(table).where(eq(table.id, id))
    },

    openKey: (sealer: Sealer, row: Row): Promise<DataKey> => openOwnKey(sealer, kind, row),
  }
}
