import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { digest, instant } from '#src/db/columns.ts'
import { transactions } from '#src/transaction/table.ts'
import type { FailureCode } from './schema.ts'

/** Facts of a token, one timestamp each, from which its state is derived; the code is not among them. */
export const emailTokens = pgTable(
  'email_token',
  {
    id: uuid('id').primaryKey(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    repliedAt: instant('replied_at'),
    expiredAt: instant('expired_at'),
    failedAt: instant('failed_at'),
    failureCode: text('failure_code').$type<FailureCode>(),
    supersededAt: instant('superseded_at'),
    checks: integer('checks').notNull().default(0),
    language: text('language').$type<'pt' | 'en'>().notNull(),
    nonce: text('nonce').notNull(),
    /** SHA-256 of the token in the link: how the page finds the record. */
    linkHash: digest('link_hash').notNull().unique(),
    /** Keyed hash of tenant, mode and address, with the wall time: limits reach across transactions. */
    addressHash: digest('address_hash').notNull(),
    wallCreatedAt: instant('wall_created_at').notNull(),
  },
  (table) => [
    index('email_token_transaction').on(table.transactionId, table.createdAt),
    index('email_token_address').on(table.addressHash, table.wallCreatedAt),
  ],
)

/** A send, claimed before the provider is called: what is claimed and has no outcome is uncertain. */
export const emailTokenAttempts = pgTable(
  'email_token_attempt',
  {
    id: uuid('id').notNull().unique(),
    tokenId: uuid('token_id')
      .notNull()
      .references(() => emailTokens.id),
    attempt: integer('attempt').notNull(),
    provider: text('provider').notNull(),
    claimedAt: instant('claimed_at').notNull(),
    endedAt: instant('ended_at'),
    /** `sent`, `deferred`, `failed` or `uncertain`. */
    outcome: text('outcome'),
  },
  (table) => [primaryKey({ columns: [table.tokenId, table.attempt] })],
)
