import { integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { ShownSecret } from '#src/journey/receivers/signing.ts'
import { digest, instant, ownerColumns, sealed } from '#src/platform/db/columns.ts'

/** The systems of a tenant that the service calls, by name. */
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
    /** The endpoint’s own data key, its sealed signing secrets, and its sealed headers for a gateway. */
    keyId: text('key_id').notNull(),
    wrappedKey: digest('wrapped_key').notNull(),
    secrets: sealed('secrets').notNull(),
    headers: sealed('headers').notNull(),
    /**
     * The parts of secrets and headers that may be shown: the public parts of the secrets, the names of the headers.
     */
    shownSecrets: jsonb('shown_secrets').$type<readonly ShownSecret[]>().notNull(),
    headerNames: jsonb('header_names').$type<readonly string[]>().notNull(),
    /**
     * The time since which calls to the endpoint have failed, and the reason of the last failure; null while it works.
     */
    failingSince: instant('failing_since'),
    failingCode: text('failing_code'),
  },
  (table) => [unique('endpoint_name').on(table.tenant, table.mode, table.name)],
)

/** Names the endpoint as the holder of the data key that seals its secrets and headers. */
export const endpointKind = { holder: 'endpoint', table: 'endpoint' } as const

export type Endpoint = typeof endpoints.$inferSelect
