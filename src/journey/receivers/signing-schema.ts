import { z } from 'zod'

export const WebhookSecret = z
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

/** How long the old secret signs too where the caller does not say. */
export const usualOverlapSeconds = 86_400
