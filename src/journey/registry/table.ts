import {
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { digest, instant } from '#src/platform/db/columns.ts'
import type { RegistryKind, Share, VersionRef } from './shares.ts'

/** Immutable. `*` owns what comes with the service. */
export const registryVersions = pgTable(
  'registry_version',
  {
    kind: text('kind').$type<RegistryKind>().notNull(),
    tenant: text('tenant').notNull(),
    name: text('name').notNull(),
    version: integer('version').notNull(),
    /** Of the document alone. */
    sha256: digest('sha256').notNull(),
    document: jsonb('document').notNull(),
    /** What runs, where that differs from the document: other documents are expanded in it. */
    expanded: jsonb('expanded'),
    /** Its test cases: no part of what never changes, so these are the ones that came last. */
    cases: jsonb('cases'),
    publishedAt: instant('published_at').notNull(),
    publishedBy: text('published_by').notNull(),
    message: text('message'),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.tenant, table.name, table.version] }),
    uniqueIndex('registry_version_sha256').on(table.kind, table.tenant, table.name, table.sha256),
  ],
)

/** What new runs of a tenant get; without a row the newest that comes with the service. */
export const registryLive = pgTable(
  'registry_live',
  {
    kind: text('kind').$type<RegistryKind>().notNull(),
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<'sandbox' | 'live'>().notNull(),
    name: text('name').notNull(),
    shares: jsonb('shares').$type<readonly Share[]>().notNull(),
    /** Evaluated beside what is live. */
    shadow: jsonb('shadow').$type<VersionRef>(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.tenant, table.mode, table.name] })],
)

/** Every change of what is live, so that what ever was so is known. */
export const registryRollouts = pgTable(
  'registry_rollout',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<RegistryKind>().notNull(),
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<'sandbox' | 'live'>().notNull(),
    name: text('name').notNull(),
    /** Whose version it is: the tenant's, or `*` for the service's. */
    owner: text('owner').notNull(),
    version: integer('version').notNull(),
    percent: integer('percent').notNull(),
    shadow: integer('shadow'),
    /** Why; null of a first version, which is live with its publication. */
    message: text('message'),
    by: text('by').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('registry_rollout_name').on(table.kind, table.tenant, table.name, table.mode)],
)
