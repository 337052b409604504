import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Counts } from '#src/journey/capabilities/erased.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { instant, ownerColumns, sealed } from '#src/platform/db/columns.ts'
import type { AtVendor } from '#src/journey/capabilities/remains.ts'
import type { RelationshipClass } from './rules.ts'

/** The receipt of an erasure; it outlives the erased transaction. */
export const erasures = pgTable(
  'erasure',
  {
    receiptId: uuid('receipt_id').primaryKey(),
    transactionId: uuid('transaction_id').notNull(),
    ...ownerColumns,
    status: text('status').$type<'running' | 'restricted' | 'done'>().notNull(),
    because: text('because').$type<'request' | 'retention'>().notNull(),
    /** The wall time of the last change. */
    at: instant('at').notNull(),
    what: jsonb('what').$type<Counts>().notNull(),
    /** Whether work remains outside of the database: objects, the ledger, vendors. */
    isPending: boolean('is_pending').notNull(),
    /** The data at vendors that still have to be erased. */
    vendors: jsonb('vendors').$type<readonly AtVendor[]>().notNull().default([]),
    /** The wall time of the next try. */
    nextTryAt: instant('next_try_at').notNull(),
    tries: integer('tries').notNull().default(0),
  },
  (table) => [
    uniqueIndex('erasure_transaction').on(table.transactionId),
    index('erasure_pending')
      .on(table.nextTryAt)
      .where(sql`${table.isPending}`),
    index('erasure_restricted')
      .on(table.tenant, table.mode, table.receiptId)
      .where(sql`${table.status} = 'restricted'`),
  ],
)

/** The relationship between the client and the person, if the client has stated it. */
export const relationships = pgTable('relationship', {
  transactionId: uuid('transaction_id')
    .primaryKey()
    .references(() => transactions.id),
  class: text('class').$type<RelationshipClass>().notNull(),
  endedAt: instant('ended_at'),
  setAt: instant('set_at').notNull(),
})

/** A legal hold; while it applies nothing of the transaction is erased. */
export const legalHolds = pgTable('legal_hold', {
  transactionId: uuid('transaction_id')
    .primaryKey()
    .references(() => transactions.id),
  reason: sealed('reason').notNull(),
  /** By the transaction’s clock; null: until it is lifted. */
  until: instant('until'),
  setAt: instant('set_at').notNull(),
  /** A keyed hash of a subject, or the id of an API key. */
  setBy: text('set_by'),
})

/** The receipt of a withdrawal of consent in a transaction that continues; it outlives the transaction. */
export const withdrawals = pgTable(
  'withdrawal',
  {
    receiptId: uuid('receipt_id').primaryKey(),
    transactionId: uuid('transaction_id').notNull(),
    ...ownerColumns,
    /** The link by which the withdrawn data were submitted. */
    linkId: uuid('link_id').notNull(),
    /** By the transaction’s clock. */
    withdrawnAt: instant('withdrawn_at').notNull(),
    /** The examinations that were deleted; empty where a decision rests on them. */
    examinations: uuid('examinations').array().notNull(),
    /** The objects of the link’s images that no examination used yet. */
    objects: uuid('objects').array().notNull(),
    status: text('status').$type<'running' | 'done'>().notNull(),
    /** The wall time of the last change. */
    at: instant('at').notNull(),
    what: jsonb('what').$type<Counts>().notNull(),
    /** The wall time of the next try. */
    nextTryAt: instant('next_try_at').notNull(),
    tries: integer('tries').notNull().default(0),
  },
  (table) => [
    index('withdrawal_link').on(table.linkId),
    index('withdrawal_running')
      .on(table.nextTryAt)
      .where(sql`${table.status} = 'running'`),
  ],
)
