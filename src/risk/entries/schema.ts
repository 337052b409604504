// Deny and allow entries in the API. A value is sent in a body and never shown again.
import { z } from 'zod'
import {
  document,
  documentCountry,
  documentType,
  whole,
} from '#src/journey/transaction/document-schema.ts'
import { text } from '#src/journey/transaction/fields-schema.ts'
import { Phone } from '#src/journey/transaction/parts-schema.ts'
import { moment } from '#src/platform/moment-schema.ts'
import { cursorField, pageLimit } from '#src/platform/page-schema.ts'

const phone = Phone.required({ number: true }).meta({
  id: 'ListedPhone',
  description: 'A phone number in its parts.',
  example: { countryCode: 55, areaCode: 11, number: 987654321 },
})
const address = z
  .object({
    zipCode: z.string().regex(/^\d{5}-?\d{3}$/, 'eight digits'),
    number: text(20).regex(/[0-9A-Za-z]/, 'a number of the street'),
    complement: text(60).exactOptional(),
  })
  .meta({
    id: 'ListedAddress',
    description: 'A building; with a complement the one flat in it.',
    example: { zipCode: '01310-100', number: '1000' },
  })
const card = z
  .object({
    bin: z.string().regex(/^(\d{6}|\d{8})$/, 'six or eight digits'),
    last4: z.string().regex(/^\d{4}$/, 'four digits'),
  })
  .meta({
    id: 'ListedCard',
    description: 'What is known of a payment card.',
    example: { bin: '401178', last4: '1881' },
  })

/** One schema per kind of value; `more` are its further fields. */
function ofEachKind<More extends z.core.$ZodLooseShape>(more: More) {
  return [
    whole(
      z.object({
        kind: z.literal('document'),
        documentType,
        document,
        documentCountry: documentCountry.exactOptional(),
        ...more,
      }),
    ),
    z.object({ kind: z.literal('phone'), phone, ...more }),
    z.object({ kind: z.literal('address'), address, ...more }),
    z.object({
      kind: z.literal('device'),
      deviceId: text(200).regex(/^\S+$/, 'as liveness names it').meta({
        description: 'As the result of liveness names it.',
      }),
      ...more,
    }),
    z.object({ kind: z.literal('card'), card, ...more }),
    z.object({
      kind: z.literal('face'),
      transactionId: z.uuid().meta({ description: 'Whose selfie it is.' }),
      ...more,
    }),
  ] as const
}

const evidence = z
  .enum(['own-case', 'chargeback', 'police-report', 'partner', 'court-order', 'other'])
  .meta({ description: 'What it rests on.' })
const reference = z
  .string()
  .regex(/^[A-Za-z0-9._/-]{1,80}$/, 'letters, digits and . _ / -')
  .exactOptional()
  .meta({ description: 'Your number of the case; no number or name of a person.' })
const expiresAt = moment.exactOptional().meta({
  description: 'In the future, at most five years; two years where it is left out.',
})

const example = { kind: 'phone', phone: { countryCode: 55, areaCode: 11, number: 987654321 } }

export const DenyEntryRequest = z
  .discriminatedUnion(
    'kind',
    ofEachKind({
      role: z.enum(['author', 'mule', 'victim']).meta({
        description:
          '`author`, `mule`: of a fraud. `victim`: of one; more is asked of whoever comes with it, and nobody is rejected.',
      }),
      action: z.enum(['reject', 'review']).meta({
        description: '`reject` takes two people, and acts as `review` until the second has asked.',
      }),
      evidence,
      reference,
      expiresAt,
    }),
  )
  .meta({
    id: 'DenyEntryRequest',
    description: 'What is to be denied.',
    example: { ...example, role: 'mule', action: 'review', evidence: 'chargeback' },
  })
export type DenyEntryRequest = z.output<typeof DenyEntryRequest>

export const AllowEntryRequest = z
  .discriminatedUnion('kind', ofEachKind({ evidence, reference, expiresAt }))
  .meta({
    id: 'AllowEntryRequest',
    description: 'What may be seen as often as it likes: a shared phone, a device in a branch.',
    example: { ...example, evidence: 'own-case' },
  })
export type AllowEntryRequest = z.output<typeof AllowEntryRequest>

export const EntrySearch = z
  .discriminatedUnion('kind', ofEachKind({}))
  .meta({ id: 'EntrySearch', description: 'A value, in a body because it never stands in a URL.', example }) // prettier-ignore
export type EntrySearch = z.output<typeof EntrySearch>

const shown = {
  id: z.uuid(),
  kind: z.enum(['document', 'phone', 'address', 'device', 'card']),
  evidence,
  reference: z.string().exactOptional(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
}
const shownExample = {
  id: '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35',
  kind: 'phone',
  evidence: 'chargeback',
  createdAt: '2026-11-21T12:00:00.000Z',
  expiresAt: '2028-11-20T12:00:00.000Z',
}

export const DenyEntry = z
  .object({
    ...shown,
    role: z.enum(['author', 'mule', 'victim']),
    action: z.enum(['reject', 'review']).meta({ description: 'What it does now.' }),
    awaiting: z
      .literal('second')
      .exactOptional()
      .meta({ description: 'One person has asked for `reject`, or for less than it.' }),
    awaitingUntil: z.iso
      .datetime()
      .exactOptional()
      .meta({ description: 'In a list: until when the second may send the very same.' }),
  })
  .meta({
    id: 'DenyEntry',
    description: 'A deny entry, without its value.',
    example: { ...shownExample, role: 'mule', action: 'review' },
  })
export type DenyEntry = z.output<typeof DenyEntry>

export const AllowEntry = z.object(shown).meta({
  id: 'AllowEntry',
  description: 'An allow entry, without its value.',
  example: shownExample,
})
export type AllowEntry = z.output<typeof AllowEntry>

const next = z.string().exactOptional().meta({ description: 'For `cursor`, where there are more.' })

export const DenyPage = z
  .object({ entries: z.array(DenyEntry), next })
  .meta({ id: 'DenyEntryPage', description: 'Deny entries, the newest first.' })

export const AllowPage = z
  .object({ entries: z.array(AllowEntry), next })
  .meta({ id: 'AllowEntryPage', description: 'Allow entries, the newest first.' })

export const AllowQuery = z.object({
  kind: shown.kind.optional().meta({ description: 'Of this kind alone.', example: 'phone' }),
  evidence: evidence.optional().meta({ description: 'That rest on this.' }),
  reference: z.string().max(80).optional().meta({ description: 'Your number of the case.' }),
  cursor: cursorField,
  limit: pageLimit(200, 50),
})

export const DenyQuery = AllowQuery.extend({
  role: z.enum(['author', 'mule', 'victim']).optional().meta({ description: 'Of this role.' }),
  action: z.enum(['reject', 'review']).optional().meta({ description: 'That do this now.' }),
  awaiting: z
    .literal('second')
    .optional()
    .meta({ description: 'For whose `reject` a second person is awaited.' }),
})
