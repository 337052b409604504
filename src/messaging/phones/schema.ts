// Suppressions as the wire shows them.
import { z } from 'zod'
import { Phone } from '#src/journey/transaction/parts-schema.ts'

export const SuppressionSearch = z
  .union([z.object({ phone: Phone }), z.object({ email: z.email() })])
  .meta({
    id: 'SuppressionSearch',
    description: 'A number or an e-mail address, in a body because neither ever stands in a URL.',
    example: { phone: { countryCode: 55, areaCode: 11, number: 987654321 } },
  })

export const Suppression = z
  .object({
    id: z.uuid(),
    channel: z.enum(['sms', 'whatsapp', 'email']),
    reason: z.enum(['opted-out', 'recipient']).meta({
      description:
        '`opted-out`: the person wished it, and only the person lifts it (`START`, `VOLTAR`); of an e-mail address it is a complaint, which the client may lift. `recipient`: vendors do not know the number or mailbox; it ends at `until`, and as soon as a message arrives there.',
    }),
    since: z.iso.datetime(),
    until: z.iso.datetime().optional(),
  })
  .meta({
    id: 'Suppression',
    description: 'Why a number or a mailbox gets nothing on a channel.',
    example: {
      id: '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35',
      channel: 'sms',
      reason: 'recipient',
      since: '2026-11-21T12:00:00.000Z',
      until: '2026-12-21T12:00:00.000Z',
    },
  })
export type Suppression = z.output<typeof Suppression>
