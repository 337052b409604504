import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { transactionColumn } from '#src/journey/transaction/table.ts'
import { digest, instant, ownerColumns, sealed } from '#src/platform/db/columns.ts'
import type { StepOutcome, StepReason } from './rules.ts'

/** A verification link, as one timestamp per event; its token is derived and not stored. */
export const links = pgTable(
  'verification_link',
  {
    id: uuid('id').primaryKey(),
    ...transactionColumn,
    /** Copied from the transaction, for counts over many links. */
    ...ownerColumns,
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    nonce: text('nonce').notNull(),
    /** A hash of the token, by which the page finds the link. */
    tokenHash: digest('token_hash').notNull().unique(),
    /** The version that the person walks, even if another becomes live. */
    packOwner: text('pack_owner').notNull(),
    packName: text('pack_name').notNull(),
    packVersion: integer('pack_version').notNull(),
    /** The run of the link’s pack, which starts with the consent; that of a child is there before. */
    runId: uuid('run_id'),
    /** The URL to which the person returns, of the tenant’s list of origins. */
    redirectUrl: text('redirect_url'),
    /** The purpose that the person confirms, in the client’s words. */
    purpose: sealed('purpose'),
    /** The values that its run is started with, by the schema of the version. */
    input: sealed('input'),

    /** The device that has opened the link last. */
    sessionId: uuid('session_id'),
    devices: integer('devices').notNull().default(0),
    /** The one-time secret for the next device is derived from it. */
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
    /** The scorecard's name and version, such as `link@3`. */
    scorecard: text('scorecard'),
    identifierDate: date('identifier_date'),
  },
  (table) => [
    index('verification_link_transaction').on(table.transactionId, table.createdAt),
    index('verification_link_pack').on(table.tenant, table.mode, table.packName, table.createdAt),
  ],
)

/** A step that the person has reached, named by its module. */
export const linkSteps = pgTable(
  'verification_link_step',
  {
    linkId: uuid('link_id')
      .notNull()
      .references(() => links.id),
    step: text('step').notNull(),
    /** When the person first reached the step. */
    begunAt: instant('begun_at'),
    /** How often the person has submitted the step. */
    tries: integer('tries').notNull().default(0),
    /** When the step was last submitted: results from then on belong to it. */
    sentAt: instant('sent_at'),
    /** How many results a submission gives. */
    pictures: integer('pictures').notNull().default(1),
    /** The SHA-256 of the announced event, and the time; its pictures may follow on a slow connection. */
    eventDigest: digest('event_digest'),
    eventAt: instant('event_at'),
    /** A manual review was requested, because the person cannot do what is asked. */
    review: boolean('review').notNull().default(false),
    /** The examinations of the step’s submissions. */
    examinations: uuid('examinations').array().notNull().default([]),
    outcome: text('outcome').$type<StepOutcome>(),
    /** The reasons for the outcome, as codes for the client. */
    reasons: text('reasons').array().$type<readonly StepReason[]>().notNull().default([]),
    closedAt: instant('closed_at'),
    /** When a person decided what the service could not, and with which credential. */
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

/** A device that has opened the link; its secret is a cookie there, of which only a hash is stored. */
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

/** A picture that has arrived for a step and was not submitted yet; its bytes are swept if it is never used. */
export const linkCaptures = pgTable(
  'verification_link_capture',
  {
    linkId: uuid('link_id')
      .notNull()
      .references(() => links.id),
    part: text('part').notNull(),
    /** The hash of the received bytes. */
    sha256: digest('sha256').notNull(),
    imageId: uuid('image_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.linkId, table.part, table.sha256] })],
)
