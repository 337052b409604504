import { z } from 'zod'
import { type Scope, scopeNames } from '#src/platform/http/auth/scopes-schema.ts'

/** Only the operator’s own tokens administer tenants. */
const offered = scopeNames.filter((one) => one !== 'tenants:admin')
// Safe because filtering names gives names, and at least one is left.
const KeyScope = z.enum(offered as [Exclude<Scope, 'tenants:admin'>])

const name = z
  .string()
  .regex(/^[\w][\w .-]{0,59}$/)
  .meta({ description: 'What it is for. No name of a person.', example: 'onboarding backend' })

const scopes = z.array(KeyScope).min(1).max(offered.length)
const daysMax = 366

export const CreateApiKey = z
  .object({
    name,
    scopes: scopes.meta({ description: 'At most those of the credential that makes it.' }),
    expiresInDays: z.int().min(1).max(daysMax).optional().meta({ description: '90 without it.' }),
  })
  .meta({
    id: 'CreateApiKey',
    description: 'A key of the caller’s tenant and mode.',
    example: { name: 'onboarding backend', scopes: ['transactions:read'], expiresInDays: 90 },
  })

const overlapMax = 7 * 86_400

export const RotateApiKey = z
  .object({
    overlapSeconds: z
      .int()
      .min(0)
      .max(overlapMax)
      .optional()
      .meta({ description: 'How long the old key stays good; a day without it.', example: 3600 }),
  })
  .meta({
    id: 'RotateApiKey',
    description: 'A successor with a secret of its own.',
    example: { overlapSeconds: 3600 },
  })

export const ApiKey = z
  .object({
    id: z.uuid(),
    name,
    scopes,
    mode: z.enum(['sandbox', 'live']),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    revokedAt: z.iso.datetime().exactOptional(),
    lastUsedAt: z.iso.datetime().exactOptional().meta({ description: 'To the hour.' }),
    replaces: z.uuid().exactOptional().meta({ description: 'The key that it takes the place of.' }),
    key: z
      .string()
      .exactOptional()
      .meta({ description: 'In the answer that made it, and never again. Send it as the bearer.' }),
    secretShown: z
      .literal(true)
      .exactOptional()
      .meta({ description: 'A repetition by Idempotency-Key: the key was shown before.' }),
  })
  .meta({
    id: 'ApiKey',
    description: 'A credential for who has no issuer.',
    example: {
      id: '019a9f3c-8f2a-7c11-b3a5-6d1f0a9e7b42',
      name: 'onboarding backend',
      scopes: ['transactions:read', 'transactions:write'],
      mode: 'live',
      createdAt: '2026-11-20T14:03:28.410Z',
      expiresAt: '2027-02-18T14:03:28.410Z',
    },
  })
export type ApiKey = z.output<typeof ApiKey>
