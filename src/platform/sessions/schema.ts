import { z } from 'zod'

const shared = {
  scopes: z.array(z.string()),
  issuer: z.string().exactOptional().meta({ description: 'Its name in the configuration.' }),
  expiresAt: z.iso.datetime().meta({ description: 'At the latest; after an hour of rest before.' }),
}

export const Session = z
  .object({
    ...shared,
    subject: z.string().exactOptional().meta({ description: 'Where it is an id.' }),
    actor: z.string().exactOptional().meta({ description: 'As rows of the audit name it.' }),
    name: z.string().exactOptional().meta({ description: 'As the issuer says it.' }),
    tenant: z.string(),
    mode: z.enum(['sandbox', 'live']),
    isPerson: z.boolean().meta({ description: 'Whether it can be one of two people.' }),
    expiresAt: shared.expiresAt.exactOptional(),
    csrf: z.string().exactOptional().meta({
      description:
        'Of a session by cookie: what each request but GET and HEAD bears as `X-CSRF-Token`.',
    }),
  })
  .meta({
    id: 'Session',
    description: 'Whose credential it is, and what it may do.',
    example: {
      subject: 'b0f3c6',
      tenant: 'acme',
      mode: 'live',
      scopes: ['transactions:read', 'reviews:write'],
      isPerson: true,
      issuer: 'staff',
      expiresAt: '2026-11-20T22:03:28.410Z',
      csrf: '4Yb0uJm3v1Vq8mXo0cD2nT5kqk0m8h2wq3d1zq6b7aE',
    },
  })
export type Session = z.output<typeof Session>

export const SessionEntry = z
  .object({
    ...shared,
    issuer: z.string(),
    id: z.uuid(),
    actor: z.string().meta({ description: 'A keyed hash of the subject, as in the audit.' }),
    isOwn: z.boolean().meta({ description: 'Of the caller.' }),
    isCurrent: z.boolean().meta({ description: 'The one that asks.' }),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().meta({ description: 'To the minute.' }),
  })
  .meta({ id: 'SessionEntry', description: 'A browser in which somebody is signed in.' })
export type SessionEntry = z.output<typeof SessionEntry>

export const SignedOut = z
  .object({
    next: z.string().meta({
      description: 'Where the browser goes: to the issuer, which ends its own session, or a page.',
    }),
  })
  .meta({
    id: 'SignedOut',
    description: 'The session is over.',
    example: { next: '/console/signed-out' },
  })
