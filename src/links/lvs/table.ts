import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { transactions } from '#src/journey/transaction/table.ts'
import { digest, instant, sealed } from '#src/platform/db/columns.ts'
import type { StepOutcome, StepReason } from './rules.ts'

/** A link that a person walks: facts, one timestamp each; its token is derived and not among them. */
export const links = pgTable(
  'verification_link',
  {
    id: uuid('id').primaryKey(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => transactions.id),
    /** Whose it is, for counts over many. */
    tenant: text('tenant').notNull(),
    mode: text('mode').$type<'sandbox' | 'live'>().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    nonce: text('nonce').notNull(),
    /** How the page finds the link. */
    tokenHash: digest('token_hash').notNull().unique(),
    /** The version that the person walks, whatever becomes live meanwhile. */
    packOwner: text('pack_owner').notNull(),
    packName: text('pack_name').notNull(),
    packVersion: integer('pack_version').notNull(),
    /** From the consent on. */
    runId: uuid('run_id'),
    /** Where the person goes back to: an address of the tenant's own list. */
    redirectUrl: text('redirect_url'),
    /** What the person is to confirm, in the client's words. */
    purpose: sealed('purpose'),

    /** The device that walks it now: the one that came last. */
    sessionId: uuid('session_id'),
    devices: integer('devices').notNull().default(0),
    /** A one-time secret for the next device is derived from it. */
    handoverNonce: text('handover_nonce'),
    handoverHash: digest('handover_hash'),
    handoverExpiresAt: instant('handover_expires_at'),

    consentedAt: instant('consented_at'),
    consentVersion: text('consent_version'),
    consentLanguage: text('consent_language').$type<'pt' | 'en' | 'es'>(),
    refusedAt: instant('refused_at'),
    disownedAt: instant('disowned_at'),
    withdrawnAt: instant('withdrawn_at'),
    completedAt: instant('completed_at'),
    expiredAt: instant('expired_at'),
    supersededAt: instant('superseded_at'),
    score: integer('score'),
    /** `link@3`. */
    scorecard: text('scorecard'),
    identifierDate: date('identifier_date'),
  },
  (table) => [
    index('verification_link_transaction').on(table.transactionId, table.createdAt),
    index('verification_link_pack').on(table.tenant, table.mode, table.packName, table.createdAt),
  ],
)

/** A step that the person has touched, named by its module. */
export const linkSteps = pgTable(
  'verification_link_step',
  {
    linkId: uuid('link_id')
      .notNull()
      .references(() => links.id),
    step: text('step').notNull(),
    /** When the person came to it first. */
    begunAt: instant('begun_at'),
    /** How often what it asks was sent. */
    tries: integer('tries').notNull().default(0),
    /** When it was sent last: results from then on are its own. */
    sentAt: instant('sent_at'),
    /** How many results it brings. */
    pictures: integer('pictures').notNull().default(1),
    /** SHA-256 of the event that was announced, and when: what it signs may follow on a bad line. */
    eventDigest: digest('event_digest'),
    eventAt: instant('event_at'),
    /** A person is to look at what was sent, because what is asked cannot be done. */
    review: boolean('review').notNull().default(false),
    /** The examinations that it has brought. */
    examinations: uuid('examinations').array().notNull().default([]),
    outcome: text('outcome').$type<StepOutcome>(),
    /** Why, for the client: a code, or several. */
    reasons: text('reasons').array().$type<readonly StepReason[]>().notNull().default([]),
    closedAt: instant('closed_at'),
    /** A person has decided what the service could not, and by which credential. */
    reviewedAt: instant('reviewed_at'),
    reviewedBy: text('reviewed_by'),
  },
  (table) => [
    primaryKey({ columns: [table.linkId, table.step] }),
    index('verification_link_step_review')
      .on(table.closedAt)
      .where(sql`${table.outcome} in ('review', 'inconclusive')`),
  ],
)

/** A device that has opened the link; its secret is a cookie there, and only hashed here. */
export const linkSessions = pgTable(
  'verification_link_session',
  {
    id: uuid('id').primaryKey(),
    linkId: uuid('link_id')
      .notNull()
      .references(() => links.id),
    secretHash: digest('secret_hash').notNull().unique(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('verification_link_session_link').on(table.linkId)],
)

/** A picture that has arrived for a step and was not sent off yet; its bytes are swept when nothing comes of it. */
export const linkCaptures = pgTable(
  'verification_link_capture',
  {
    linkId: uuid('link_id')
      .notNull()
      .references(() => links.id),
    part: text('part').notNull(),
    /** Of what was received. */
    sha256: digest('sha256').notNull(),
    imageId: uuid('image_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.linkId, table.part, table.sha256] })],
)
