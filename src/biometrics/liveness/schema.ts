import { z } from 'zod'

const text = z.string().max(1_000).nullish()

const event = z.string().max(262_144).nullish().meta({
  description:
    'What the SDK on the device made: a compact JWS (ES256, the public key in its header), or its payload as JSON or JSON in base64. Anything else is taken and counts as unreadable.',
})

/** The two spellings of each name. */
const LivenessFields = z.object({
  integrationName: text,
  integration_name: text,
  userIp: text.meta({ description: "The address of the person's device." }),
  user_ip: text,
  event,
})

/** The most frames of a challenge, in which a head turns. */
const framesMax = 40
/** The most images without an event; a submission with an event answers a challenge, which takes more images. */
export const imagesMax = 10

export const LivenessRequest = LivenessFields.extend({
  images: z
    .array(z.string().meta({ description: 'JPEG, PNG or WebP in base64, or as a data URL.' }))
    .min(1)
    .max(framesMax)
    .meta({
      description:
        'In the order in which they were taken; more than 10 only with an event that answers a challenge.',
    }),
}).meta({
  id: 'LivenessRequest',
  description: 'Only `images` is required.',
  example: {
    integrationName: 'app',
    userIp: '203.0.113.7',
    event: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln',
    images: ['/9j/4AAQSkZJRg=='],
  },
})

const file = z.file().meta({ override: { type: 'string', format: 'binary' } })

export const LivenessPayload = LivenessFields
export const LivenessForm = z
  .object({
    payload: z
      .string()
      .max(524_288)
      .exactOptional()
      .meta({ description: 'JSON with `integrationName`, `userIp` and `event`.' }),
    images: z.union([z.array(file).min(1).max(framesMax), file]).meta({
      override: {
        type: 'array',
        items: { type: 'string', format: 'binary' },
        minItems: 1,
        maxItems: framesMax,
      },
    }),
  })
  .meta({ id: 'LivenessForm', description: 'The same as JSON, with the images as files.' })

export const LivenessChallengeRequest = z
  .object({
    kind: z
      .enum(['turn', 'approach'])
      .exactOptional()
      .meta({ description: '`approach`: near, far, near, for who cannot turn the head.' }),
  })
  .meta({
    id: 'LivenessChallengeRequest',
    description: 'Everything may be left out.',
    example: { kind: 'turn' },
  })

export const LivenessChallenge = z
  .object({
    nonce: z.string().meta({ description: 'Stands in the signed event; works once.' }),
    actions: z.array(z.enum(['front', 'left', 'right', 'near', 'far'])).meta({
      description:
        "In this order; left is the person's own. An image of each, and better some of the way to it: up to 40.",
    }),
    expiresAt: z.iso
      .datetime()
      .meta({ description: 'The signed event must have arrived by then.' }),
  })
  .meta({
    id: 'LivenessChallenge',
    description: 'What the person is to do before the camera.',
    example: {
      nonce: 'b0c9hV3mX1nq2mS7r9H5ZQ',
      actions: ['front', 'left', 'front', 'right'],
      expiresAt: '2026-11-20T14:05:27.123Z',
    },
  })
