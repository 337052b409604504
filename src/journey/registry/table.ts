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
import { digest, instant, ownerColumns } from '#src/platform/db/columns.ts'
import type { RegistryKind, Share, VersionRef } from './shares.ts'

/** Published versions, which never change. The tenant `*` owns those of the service. */
export const registryVersions = pgTable(
  'registry_version',
  {
    kind: text('kind').$type<RegistryKind>().notNull(),
    tenant: text('tenant').notNull(),
    name: text('name').notNull(),
    version: integer('version').notNull(),
    /** The hash of the document alone. */
    sha256: digest('sha256').notNull(),
    document: jsonb('document').notNull(),
    /** The document as it is executed, if it differs: with included documents expanded. */
    expanded: jsonb('expanded'),
    /** The newest test cases; they are not part of the immutable version. */
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

/** The versions that new runs of a tenant get; without a row the newest version of the service. */
export const registryLive = pgTable(
  'registry_live',
  {
    kind: text('kind').$type<RegistryKind>().notNull(),
    ...ownerColumns,
    name: text('name').notNull(),
    shares: jsonb('shares').$type<readonly Share[]>().notNull(),
    /** The version that is evaluated besides the live one, without effect. */
    shadow: jsonb('shadow').$type<VersionRef>(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.tenant, table.mode, table.name] })],
)

/** The change that one person wants to make live, until a second person asks for the same. */
export const registryAwaited = pgTable(
  'registry_awaited',
  {
    kind: text('kind').$type<RegistryKind>().notNull(),
    ...ownerColumns,
    name: text('name').notNull(),
    version: integer('version').notNull(),
    percent: integer('percent').notNull(),
    shadow: integer('shadow'),
    message: text('message'),
    by: text('by').notNull(),
    until: instant('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.tenant, table.mode, table.name] })],
)

/** The history of roll-outs. */
export const registryRollouts = pgTable(
  'registry_rollout',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<RegistryKind>().notNull(),
    ...ownerColumns,
    name: text('name').notNull(),
    /** The owner of the version: the tenant, or `*` for the service. */
    owner: text('owner').notNull(),
    version: integer('version').notNull(),
    percent: integer('percent').notNull(),
    shadow: integer('shadow'),
    /** The reason; null for a first version, which becomes live when it is published. */
    message: text('message'),
    by: text('by').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('registry_rollout_name').on(table.kind, table.tenant, table.name, table.mode)],
)
