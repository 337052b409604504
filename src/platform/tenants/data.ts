// How long a tenant keeps personal data: the legal duty to keep them, and when they are deleted automatically.
import { z } from 'zod'
import { settingsObject } from './settings-object.ts'

export const relationshipClasses = ['applicant', 'customer', 'fraud'] as const
export type RelationshipClass = (typeof relationshipClasses)[number]

const days = z.int().min(1).max(36_500)

/** Data that can be deleted while the rest of the record is kept. */
const coverable = z.enum(['pictures', 'answers'])

const Duty = settingsObject({
  /**
   * Days from the creation for an applicant, from the end of the relationship for a customer, and from the report of
   * the outcome for a fraud.
   */
  days,
  /** The data that are kept besides the record, its checks and its decisions: pictures, and answers of vendors. */
  covers: z.array(coverable),
})
export type Duty = z.output<typeof Duty>
export type Coverable = z.output<typeof coverable>

const Keep = settingsObject({
  /** Days for transactions of each class: from the creation, or for a customer from the end of the relationship. */
  applicant: days.exactOptional(),
  customer: days.exactOptional(),
  fraud: days.exactOptional(),
  /** Days for the answers of vendors to checks. */
  answers: days.exactOptional(),
  /** Days from the storage of pictures; takes precedence over `biometrics.keepDays`, which applies to both modes. */
  pictures: days.exactOptional(),
})
export type Keep = z.output<typeof Keep>

export const DataSettings = settingsObject({
  /** How long the law requires transactions of a class to be kept, even if their erasure is asked for. */
  duties: settingsObject({
    applicant: Duty.exactOptional(),
    customer: Duty.exactOptional(),
    fraud: Duty.exactOptional(),
  }).exactOptional(),
  /** After how many days data are deleted automatically; without a number they stay. */
  keep: settingsObject({
    live: Keep.exactOptional(),
    sandbox: Keep.exactOptional(),
  }).exactOptional(),
})
export type DataSettings = z.output<typeof DataSettings>

export type DataPolicy = {
  readonly duties: Readonly<Partial<Record<RelationshipClass, Duty>>>
  readonly keep: { readonly live: Keep; readonly sandbox: Keep }
}

const sandboxDays = 7
const sandboxKeep: Keep = { applicant: sandboxDays, customer: sandboxDays, fraud: sandboxDays }

/** A tenant’s own settings take precedence over those for all tenants. */
export const joinData = (all: DataSettings = {}, own: DataSettings = {}): DataPolicy => ({
  duties: { ...all.duties, ...own.duties },
  keep: {
    live: { ...all.keep?.live, ...own.keep?.live },
    sandbox: { ...sandboxKeep, ...all.keep?.sandbox, ...own.keep?.sandbox },
  },
})
