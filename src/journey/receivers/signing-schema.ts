// The API's input and output about a tenant's servers that get signed requests.
import { z } from 'zod'

export const ReceiverUrl = z.url({ protocol: /^https?$/ }).max(1_000)

export const describeReceiver = (example: string) =>
  z.string().max(120).meta({ description: 'What it is for. No name of a person.', example })

const WebhookSecret = z
  .object({
    id: z.uuid(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().exactOptional().meta({ description: 'It signs no more then.' }),
    publicKey: z.string().meta({ description: '`whpk_…`: checks signatures of `v1a`.' }),
  })
  .meta({ id: 'WebhookSecret', description: 'One of at most two that sign.' })

export const RotateSecret = z
  .object({
    overlapSeconds: z
      .int()
      .min(0)
      .max(604_800)
      .optional()
      .meta({ description: 'How long the old one signs too; a day without it.', example: 3600 }),
  })
  .meta({
    id: 'RotateWebhookSecret',
    description: 'A further secret. A third one ends the oldest at once.',
    example: { overlapSeconds: 3600 },
  })

/** How long the old secret also signs, unless the caller says otherwise. */
export const usualOverlapSeconds = 86_400

/** `secret` describes in the API what the shown public part verifies. */
export const shownSecrets = (secret: string) => ({
  secrets: z.array(WebhookSecret),
  secret: z
    .string()
    .exactOptional()
    .meta({ description: `\`whsec_…\`: ${secret}. In the answer that makes it alone.` }),
  secretShown: z.literal(true).exactOptional().meta({
    description: 'Of a repeated answer: the first one had the secret.',
  }),
})

export const secretExample = {
  id: '019a9f3c-8f2a-7c11-b3a5-6d1f0a9e7b43',
  createdAt: '2026-11-20T14:03:28.410Z',
  publicKey: 'whpk_LPAH8eUkPU9s1Iw2FHZ0mNUTyPWNEUmcDMmtwlwNnAE=',
}
