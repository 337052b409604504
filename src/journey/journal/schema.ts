import { z } from 'zod'

/** One entry of a transaction’s timeline. */
export const TimelineEntry = z
  .object({
    seq: z.int().positive(),
    time: z.iso.datetime().meta({ description: "By the transaction's clock, in UTC." }),
    kind: z.string().meta({ description: 'What happened, from a closed list of kinds.' }),
    module: z.string().exactOptional(),
    step: z.string().exactOptional().meta({
      description:
        'Of a run of a pack: the condition or review by its name, or its place where it has none.',
    }),
    ref: z.string().exactOptional().meta({ description: 'The record or run that it is about.' }),
    attempt: z.int().exactOptional(),
    provider: z.string().exactOptional(),
    durationMs: z.int().exactOptional(),
    outcome: z.string().exactOptional().meta({ description: 'A code.' }),
    reason: z
      .string()
      .exactOptional()
      .meta({ description: 'What the outcome follows from: a code, a step or an id.' }),
    costMicros: z
      .int()
      .exactOptional()
      .meta({ description: 'In millionths of the currency unit.' }),
    rules: z.array(z.string()).exactOptional().meta({
      description: 'Of a score: the rules of its scorecard that applied, by their codes.',
    }),
    requestId: z.string().exactOptional().meta({
      description: 'The request in which it happened, as in the audit and the log.',
    }),
    dueAt: z.iso
      .datetime()
      .exactOptional()
      .meta({ description: 'When the next thing that follows is due.' }),
  })
  .meta({
    id: 'TimelineEntry',
    description: 'One thing that happened. Ids, codes and times, and no personal data.',
    example: {
      seq: 4,
      time: '2026-11-20T14:03:28.410Z',
      kind: 'challenge-accepted',
      module: 'email-token',
      ref: '019a9f3c-8f2a-7c11-b3a5-6d1f0a9e7b42',
      attempt: 1,
      provider: 'smtp',
      durationMs: 212,
    },
  })
export type TimelineEntry = z.output<typeof TimelineEntry>

type Journaled = {
  readonly seq: number
  readonly at: number
  readonly kind: string
  readonly code: string | null
  readonly dueAt: number | null
} & {
  readonly [Field in 'module' | 'ref' | 'reason' | 'provider' | 'requestId']: string | null
} & {
  readonly [Field in 'attempt' | 'durationMs' | 'costMicros']: number | null
}

/** The parts of an entry that are not stored in the journal. */
export type EntryDetail = Pick<TimelineEntry, 'rules' | 'step'>

export function toTimeline(
  entries: readonly Journaled[],
  details: ReadonlyMap<number, EntryDetail>,
): TimelineEntry[] {
  return entries.map(({ seq, at, kind, code, dueAt, ...rest }) => ({
    seq,
    time: new Date(at).toISOString(),
    kind,
    ...present(rest),
    ...(code !== null && { outcome: code }),
    ...details.get(seq),
    ...(dueAt !== null && { dueAt: new Date(dueAt).toISOString() }),
  }))
}

type Present<T> = { -readonly [K in keyof T]?: NonNullable<T[K]> }

function present<T extends object>(fields: T): Present<T> {
  // Safe because exactly the null fields are left out.
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null),
  ) as Present<T>
}
