import { z } from 'zod'

const version = z.int().positive().max(2_147_483_647)

export const PublishedVersion = z
  .object({
    name: z.string(),
    version,
    sha256: z.string().meta({ description: 'Of the document, in hex.' }),
  })
  .meta({
    id: 'PublishedVersion',
    description: 'The version that a document has.',
    example: { name: 'onboarding', version: 3, sha256: '9f2b…' },
  })

const LiveShare = z.object({
  version,
  percent: z.number().meta({ description: 'Of new runs, in effect.' }),
})

const ListedVersion = z
  .object({
    version,
    sha256: z.string(),
    publishedAt: z.iso.datetime(),
    publishedBy: z.string().meta({ description: 'The credential, or `service`.' }),
    message: z.string().exactOptional(),
  })
  .meta({ id: 'ListedVersion', description: 'A version: who published it, when and why.' })

const AwaitedChange = z
  .object({
    version,
    percent: z.int(),
    shadow: version.exactOptional(),
    message: z.string().exactOptional(),
    by: z.string().meta({ description: 'The credential that asked first.' }),
    until: z.iso.datetime().meta({ description: 'Then it is forgotten.' }),
  })
  .meta({
    id: 'AwaitedChange',
    description: 'What new runs get once a second person asks for the same.',
  })

export const ListedName = z
  .object({
    name: z.string(),
    live: z.array(LiveShare).meta({ description: 'What new runs get, in the mode of the caller.' }),
    shadow: version.exactOptional().meta({ description: 'Evaluated beside what is live.' }),
    awaiting: AwaitedChange.exactOptional(),
    newlyRequired: z.array(z.string()).exactOptional().meta({
      description:
        'Of the answer that sets what is live: fields of the input that new runs need, and did not before.',
    }),
    versions: z.array(ListedVersion),
  })
  .meta({ id: 'ListedName', description: 'A name with its versions, the oldest first.' })
export type ListedName = z.output<typeof ListedName>

const message = z.string().min(1).max(500)

export const LiveRequest = z
  .object({
    version,
    percent: z
      .int()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'Of new runs; the rest get what was live before. Without it all.' }),
    shadow: version.optional().meta({
      description: 'A version that is evaluated beside, and sends nothing; without it none.',
    }),
    message: message.optional().meta({ description: 'Why: it stands with the roll-out.' }),
  })
  .meta({
    id: 'LiveRequest',
    description: 'What new runs get from now on.',
    example: { version: 3, percent: 10 },
  })

/** For packs the message is required. */
export const PackLiveRequest = LiveRequest.extend({
  message: message.meta({ description: 'Why: it stands with the roll-out.' }),
}).meta({
  id: 'PackLiveRequest',
  description: 'What new runs get from now on, and why.',
  example: { version: 3, percent: 10, message: 'Ask for the phone' },
})
