import { z } from 'zod'
import {
  describeReceiver,
  ReceiverUrl,
  secretExample,
  shownSecrets,
} from '#src/journey/receivers/signing-schema.ts'

export const EndpointName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,63}$/, 'must be small letters, digits and hyphens')
  .meta({ description: 'What it is called by.', example: 'core-banking' })

const url = ReceiverUrl.meta({
  description:
    'What is called: `https`, a public address, no user name and no fragment. An operator can allow a host of a private network to a tenant.',
  example: 'https://core.example.com/atesta/calls',
})
const timeoutMs = z.int().min(1_000).max(10_000).meta({
  description: 'How long one try may take; 5 000 without it.',
  example: 5000,
})
const description = describeReceiver('limits and accounts')

/** Headers that the request sets itself, or that say how it is sent. */
const ownHeaders =
  /^(?:host|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|user-agent|accept.*|cookie|webhook-.*)$/

const headers = z
  .record(
    z
      .string()
      .max(64)
      .regex(/^[a-z0-9][a-z0-9-]*$/, 'must be small letters, digits and hyphens')
      .refine((name) => !ownHeaders.test(name), 'is set by the service itself'),
    z
      .string()
      .min(1)
      .max(2_000)
      .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, 'must be visible ASCII'),
  )
  .refine((all) => Object.keys(all).length <= 5, 'at most five')
  .meta({
    description:
      'At most five, for a gateway in front of it. They are kept sealed and never shown; a change replaces all of them.',
    example: { 'x-api-key': 'k-123' },
  })

export const CreateEndpoint = z
  .object({
    name: EndpointName,
    url,
    timeoutMs: timeoutMs.optional(),
    headers: headers.optional(),
    description: description.optional(),
  })
  .meta({
    id: 'CreateEndpoint',
    description: 'A system of the tenant that is called.',
    example: { name: 'core-banking', url: 'https://core.example.com/atesta/calls' },
  })
export type CreateEndpoint = z.output<typeof CreateEndpoint>

export const ChangeEndpoint = z
  .object({
    url: url.optional(),
    timeoutMs: timeoutMs.optional(),
    headers: headers.optional(),
    description: description.nullable().optional(),
  })
  .meta({
    id: 'ChangeEndpoint',
    description: 'What is left out stays as it is.',
    example: { timeoutMs: 8000 },
  })
export type ChangeEndpoint = z.output<typeof ChangeEndpoint>

export const Endpoint = z
  .object({
    name: EndpointName,
    url: z.string(),
    timeoutMs: z.int(),
    description: z.string().exactOptional(),
    mode: z.enum(['sandbox', 'live']),
    createdAt: z.iso.datetime(),
    headerNames: z.array(z.string()).exactOptional().meta({
      description: 'The names of its headers; their values are never shown.',
    }),
    failingSince: z.iso.datetime().exactOptional().meta({
      description:
        'Since when its calls have failed, in the ones that are tried again; left out while it works.',
    }),
    failingCode: z.string().exactOptional().meta({
      description: 'Why the last of them has: as the `code` of a test.',
      example: 'http-401',
    }),
    ...shownSecrets('checks the signature `v1` of a call and signs its reply'),
  })
  .meta({
    id: 'Endpoint',
    description: 'A system of the tenant that is called.',
    example: {
      name: 'core-banking',
      url: 'https://core.example.com/atesta/calls',
      timeoutMs: 5000,
      mode: 'live',
      createdAt: '2026-11-20T14:03:28.410Z',
      headerNames: ['x-api-key'],
      secrets: [secretExample],
    },
  })
export type ShownEndpoint = z.output<typeof Endpoint>

export const EndpointTest = z
  .object({
    outcome: z.enum(['answered', 'later', 'again', 'trouble', 'refused', 'unreadable']).meta({
      description:
        'What the answer would mean for a call: `answered`, its result; `later` (202), it comes by `replyTo`; `again`, it is tried again; `trouble`, the endpoint is at fault, which is tried again too and has an alarm; `refused`, it has failed; `unreadable`, it has failed, for what came is no JSON of at most 64 KiB.',
    }),
    code: z.string().exactOptional().meta({
      description:
        'Why: `http-503`, `timeout`, `reset`, `connect`, `dns`, `tls`, `blocked` (a private address), `redirect` and so on.',
      example: 'http-401',
    }),
    durationMs: z.int(),
  })
  .meta({
    id: 'EndpointTest',
    description: 'What came of a test. What was answered is not shown.',
    example: { outcome: 'answered', durationMs: 48 },
  })
export type EndpointTest = z.output<typeof EndpointTest>
