// For how long a tenant keeps what it has of persons: what the law demands, and when it goes by itself.
import { z } from 'zod'

export const relationshipClasses = ['applicant', 'customer', 'fraud'] as const
export type RelationshipClass = (typeof relationshipClasses)[number]

const days = z.int().min(1).max(36_500)

/** What can go while the record itself is kept. */
const coverable = z.enum(['pictures', 'answers'])

const Duty = z.strictObject({
  /** Of an applicant from the creation, of a customer from the end of the relationship, of a fraud from when it was told. */
  days,
  /** Beside the record, its checks and its decisions: the pictures, and what vendors have answered. */
  covers: z.array(coverable),
})
export type Duty = z.output<typeof Duty>
export type Coverable = z.output<typeof coverable>

const Keep = z.strictObject({
  /** Transactions of each class, from their creation; of a customer from the end of the relationship. */
  applicant: days.exactOptional(),
  customer: days.exactOptional(),
  fraud: days.exactOptional(),
  /** What vendors have answered to checks. */
  answers: days.exactOptional(),
  /** From when they were stored; counts before `biometrics.keepDays`, which is of both modes. */
  pictures: days.exactOptional(),
})
export type Keep = z.output<typeof Keep>

export const DataSettings = z.strictObject({
  /** For how long the law wants transactions of a class kept, whoever asks for their erasure. */
  duties: z
    .strictObject({
      applicant: Duty.exactOptional(),
      customer: Duty.exactOptional(),
      fraud: Duty.exactOptional(),
    })
    .exactOptional(),
  /** After how many days something goes by itself; what is left out stays. */
  keep: z
    .strictObject({ live: Keep.exactOptional(), sandbox: Keep.exactOptional() })
    .exactOptional(),
})
export type DataSettings = z.output<typeof DataSettings>

export type DataPolicy = {
  readonly duties: Readonly<Partial<Record<RelationshipClass, Duty>>>
  readonly keep: { readonly live: Keep; readonly sandbox: Keep }
}

const sandboxDays = 7
const sandboxKeep: Keep = { applicant: sandboxDays, customer: sandboxDays, fraud: sandboxDays }

/** What a tenant says of its own counts before what holds for all. */
export const joinData = (all: DataSettings = {}, own: DataSettings = {}): DataPolicy => ({
  duties: { ...all.duties, ...own.duties },
  keep: {
    live: { ...all.keep?.live, ...own.keep?.live },
    sandbox: { ...sandboxKeep, ...all.keep?.sandbox, ...own.keep?.sandbox },
  },
})
