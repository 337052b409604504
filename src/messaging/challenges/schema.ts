// The schemas that the records of all challenges share.
import { z } from 'zod'
import { isWritable, purposeForm, purposeMax } from '#src/messaging/messages/rules.ts'

/** The reasons why a message did not, or may not have, reached its phone. A closed list. */
export const failureCodes = [
  'recipient-refused', 'opted-out', 'undelivered', 'content-refused', 'blocked', 'no-provider',
  'provider-failed', 'send-uncertain',
] as const // prettier-ignore
/** All codes, including `bounced`, which only e-mail has. */
export const allFailureCodes = [...failureCodes, 'bounced'] as const
export type FailureCode = (typeof allFailureCodes)[number]

const meanings: Readonly<Record<(typeof failureCodes)[number], string>> = {
  'recipient-refused': 'the number does not take such messages',
  'opted-out': 'the person asked to get no more messages',
  undelivered: 'it was accepted and then not delivered',
  'content-refused': 'the carrier refused the message',
  blocked: 'a guard against fraud stopped it',
  'no-provider': 'no provider is configured',
  'provider-failed': 'no provider could be used until the attempts were spent',
  'send-uncertain': 'the connection was lost while sending, the message may have left; ask again',
}

const ChallengeFailureCode = z.enum(failureCodes).meta({
  id: 'ChallengeFailureCode',
  description: failureCodes.map((code) => `${code}: ${meanings[code]}.`).join(' '),
  example: 'recipient-refused',
})

/** Shown beside the state of the record, never in place of it. */
export const sendingFields = {
  expirationTime: z.iso.datetime(),
  expired: z
    .literal(true)
    .optional()
    .meta({ description: 'Present once the time for an answer is over without one.' }),
  failure: z.object({ code: ChallengeFailureCode, at: z.iso.datetime() }).optional().meta({
    description: 'Present while the message has not, or may not have, reached the phone.',
  }),
}

/** One line of characters that every channel can show, SMS included. */
export const Purpose = z
  .string()
  .trim()
  .min(1)
  .max(purposeMax, { abort: true })
  .regex(purposeForm, 'must be one line of visible characters')
  .refine(isWritable, 'must have letters and digits that an SMS can show')
  .meta({
    description:
      'What is confirmed, in one line. It stands in the message and in the record, and where it is given a typed yes is the number or the label of the option alone.',
    example: 'Pix de R$ 1.250,00 para Maria Souza',
  })

export const AskForMessage = z.object({ purpose: Purpose.exactOptional() }).meta({
  id: 'AskForMessage',
  description: 'What the message asks the person to confirm.',
  example: { purpose: 'Pix de R$ 1.250,00 para Maria Souza' },
})

export type AskForMessage = z.output<typeof AskForMessage>

/** The option of a pack's step that requires or sets the purpose of its message. */
export const stepPurpose = z.string().min(1).max(500).exactOptional().meta({
  description:
    '`required`: only answers to messages with a `purpose` count that were asked for after the run came to it, each for one step. With `send` the text itself.',
})

/** The field of a record that shows its purpose. */
export const purposeField = {
  purpose: z
    .string()
    .optional()
    .meta({ description: 'What is confirmed, where the request said it.' }),
}
