import { integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { ShownSecret } from '#src/journey/receivers/signing.ts'
import { digest, instant, ownerColumns, sealed } from '#src/platform/db/columns.ts'

/** The systems of a tenant that are called, by their names. */
export const endpoints = pgTable(
  'endpoint',
  {
    id: uuid('id').primaryKey(),
    ...ownerColumns,
    name: text('name').notNull(),
    url: text('url').notNull(),
    timeoutMs: integer('timeout_ms').notNull(),
    description: text('description'),
    createdAt: instant('created_at').notNull(),
    /** The endpoint’s own data key, its signing secrets, and its headers for a gateway. */
    keyId: text('key_id').notNull(),
    wrappedKey: digest('wrapped_key').notNull(),
    secrets: sealed('secrets').notNull(),
    headers: sealed('headers').notNull(),
    /** What is shown of them: the public parts of the secrets, the names of the headers. */
    shownSecrets: jsonb('shown_secrets').$type<readonly ShownSecret[]>().notNull(),
    headerNames: jsonb('header_names').$type<readonly string[]>().notNull(),
    /** Since when calls to it have failed, and why the last one did; null while it works. */
    failingSince: instant('failing_since'),
    failingCode: text('failing_code'),
  },
  (table) => [unique('endpoint_name').on(table.tenant, table.mode, table.name)],
)

/** Seals the secrets and headers of an endpoint. */
export const endpointKind = { holder: 'endpoint', table: 'endpoint' } as const

export type Endpoint = typeof endpoints.$inferSelect
