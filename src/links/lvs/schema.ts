import { z } from 'zod'
import { purposeForm, purposeMax } from '#src/messaging/messages/rules.ts'
import { stepReasons } from './rules.ts'

/** One line that a person reads beside the name of the asking company; a page can show letters that SMS cannot. */
const Purpose = z
  .string()
  .trim()
  .min(1)
  .max(purposeMax, { abort: true })
  .regex(purposeForm, 'must be one line of visible characters')

export const MakeLink = z
  .object({
    redirectUrl: z
      .url({ protocol: /^https?$/ })
      .max(1_000)
      // Stored as it was parsed, because other parsers might read another host in the same text.
      .overwrite((url) => URL.parse(url)?.href ?? url)
      .exactOptional()
      .meta({
        description:
          "Where the person goes back to at the end. Its origin must be on the tenant's list.",
      }),
    pack: z.string().min(1).max(100).exactOptional().meta({
      description: "The pack whose steps the person walks, instead of the tenant's.",
    }),
    input: z.record(z.string(), z.unknown()).exactOptional().meta({
      description:
        'What the run of the pack is started with, by the schema of its version; a field that it does not name is dropped.',
    }),
    purpose: Purpose.exactOptional().meta({
      description:
        'What the person is to confirm, 1 to 60 characters of one line: it stands on each page, and while the camera runs. A pack with a step that says `purpose: required` demands it: the messages of that step show it.',
    }),
  })
  .meta({
    id: 'MakeLink',
    description: 'What a new link does at its end.',
    example: { redirectUrl: 'https://client.example/done', purpose: 'Abertura de conta' },
  })
export type MakeLink = z.output<typeof MakeLink>

export const LinkStepResult = z
  .object({
    step: z.string().meta({
      description: 'By its name in the pack; without an id of its own, that of its module.',
    }),
    outcome: z.enum(['done', 'skipped', 'rejected', 'review']),
    reasons: z
      .array(z.enum(stepReasons))
      .exactOptional()
      .meta({ description: 'Codes; a later version may know more of them.' }),
  })
  .meta({
    id: 'LinkStepResult',
    description: 'How a step of a link has ended.',
    example: { step: 'facialBiometrics', outcome: 'rejected', reasons: ['faces-differ'] },
  })
export type LinkStepResult = z.output<typeof LinkStepResult>

export const LinkVerification = z
  .object({
    link: z.url().meta({ description: 'For the person alone: whoever has it can walk it.' }),
    expirationDate: z.iso.datetime(),
    score: z
      .int()
      .min(0)
      .max(100)
      .nullable()
      .meta({ description: 'Higher is better; null until completed.' }),
    status: z.enum(['PENDING', 'COMPLETED', 'EXPIRED']),
    steps: z.array(LinkStepResult).meta({
      description: 'Those that have ended, in the order in which the person came to them.',
    }),
    reviewPending: z.boolean().meta({
      description:
        'Somebody is to decide a step: until then the link stays `PENDING`, and does not expire.',
    }),
    purpose: z.string().exactOptional(),
  })
  .meta({
    id: 'LinkVerification',
    description: 'The state of the latest link of a transaction.',
    example: {
      link: 'https://id.example.com/c/3q2-7wEjRWeJq83vASNFZ4mrze8BI0VniavN7wEjRWc',
      expirationDate: '2026-11-21T14:03:27.123Z',
      score: 69,
      status: 'COMPLETED',
      steps: [
        { step: 'emailToken', outcome: 'skipped', reasons: ['given-up'] },
        { step: 'aiDocs', outcome: 'done' },
        { step: 'facialBiometrics', outcome: 'done' },
      ],
      reviewPending: false,
    },
  })
export type LinkVerification = z.output<typeof LinkVerification>

const none = '`NotSent` where there is none.'

export const LinkBiometricsResult = z
  .object({
    transactionID: z.string(),
    status: z.literal('Done'),
    score: z.number().min(0).max(100).meta({ description: 'Higher is better.' }),
    createdAt: z.iso.datetime().meta({ description: 'When the person was done.' }),
    identifierDate: z.iso.date(),
    mfaStatus: z.object({
      smsStatus: z.string().meta({ description: `Of the last SMS record; ${none}` }),
      emailStatus: z.string().meta({ description: `Of the last e-mail token; ${none}` }),
      whatsappStatus: z.string().meta({ description: `Of the last WhatsApp record; ${none}` }),
    }),
  })
  .meta({
    id: 'LinkBiometricsResult',
    description: 'What came of a link that a person has walked to its end.',
    example: {
      transactionID: '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35',
      status: 'Done',
      score: 90,
      createdAt: '2026-11-20T14:03:27.123Z',
      identifierDate: '2026-11-20',
      mfaStatus: { smsStatus: 'NotSent', emailStatus: 'Valid', whatsappStatus: 'Replied' },
    },
  })
export type LinkBiometricsResult = z.output<typeof LinkBiometricsResult>
