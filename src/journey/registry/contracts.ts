// The request and answer contracts of published documents, worded for packs and for scorecards.
import { z } from 'zod'
import { defineRoute } from '#src/platform/http/route.ts'
import { AwaitingSecond } from '#src/platform/two-people/ask.ts'
import { absentOf, type Registered } from './registered.ts'
import { LiveRequest, ListedName, PackLiveRequest, PublishedVersion } from './schema.ts'

export function routesOf(registered: Registered) {
  const { kind, noun, path, param: named, tag, document } = registered
  const isPack = kind === 'pack'
  const [noName, noVersion] = absentOf(registered)
  const name = z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,63}$/)
    .meta({ description: `The name of the ${noun}.`, example: 'onboarding' })
  const param = z.object({ [named]: name })
  const versionParam = z.object({
    [named]: name,
    version: z
      .string()
      .regex(/^[1-9]\d{0,8}$/)
      .meta({ description: 'Its number.', example: '3' }),
  })
  const Noun = noun[0]?.toUpperCase() + noun.slice(1)
  return {
    publish: defineRoute({
      tag,
      scope: 'packs:write',
      method: 'post',
      paths: [`${path}/{${named}}/versions`],
      operationId: `publish${Noun}`,
      summary: `Publish a version of a ${noun}`,
      description: `The document as JSON or YAML, 128 KiB at most. It gets the next version, which never changes; the same document again has the version that it got (200). The first version of a name is live at once, in the mode of the credential, where that has the scope \`packs:live\` too.`,
      bodyLimit: 'document',
      mediaTypes: ['application/yaml'],
      request: { param, document },
      responses: {
        200: { description: 'It was published before.', body: PublishedVersion },
        201: { description: 'A new version.', body: PublishedVersion },
      },
      problems: ['invalid-document', 'payload-too-large', 'name-reserved'],
    }),
    list: defineRoute({
      tag,
      method: 'get',
      paths: [path],
      operationId: `list${Noun}s`,
      summary: `List ${noun}s`,
      description: `A tenant's own hide those of the service that have the same name.`,
      request: {},
      responses: { 200: { description: 'By name.', body: z.array(ListedName) } },
      problems: [],
    }),
    readName: defineRoute({
      tag,
      method: 'get',
      paths: [`${path}/{${named}}`],
      operationId: `read${Noun}`,
      summary: `Read a ${noun}`,
      description: 'What is live counts for the mode of the credential.',
      request: { param },
      responses: { 200: { description: 'The name; what is live is its ETag.', body: ListedName } },
      problems: [noName],
    }),
    readVersion: defineRoute({
      tag,
      method: 'get',
      paths: [`${path}/{${named}}/versions/{version}`],
      operationId: `read${Noun}Version`,
      summary: `Read a version of a ${noun}`,
      description: 'As it was published; its sha256 is the ETag.',
      request: { param: versionParam },
      responses: { 200: { description: 'As it was published.', body: z.looseObject({}) } },
      problems: [noName, noVersion],
    }),
    setLive: defineRoute({
      tag,
      scope: 'packs:live',
      method: 'put',
      paths: [`${path}/{${named}}/live`],
      operationId: `setLive${Noun}`,
      summary: `Set the live version of a ${noun}`,
      description: `In the mode of the credential. \`percent\` of new runs, stable per transaction, get the version, the rest what was live before; runs under way keep theirs. With \`If-Match\` only where nobody has changed it since it was read (the \`ETag\` of \`GET ${path}/{${named}}\`).`,
      request: {
        param,
        header: z.object({
          'if-match': z.string().max(200).optional().meta({
            description: 'The `ETag` that the caller has read.',
            example: '"5d4b0c6f1a2e3b4c5d6e7f8091a2b3c4"',
          }),
        }),
        json: isPack ? PackLiveRequest : LiveRequest,
      },
      responses: {
        200: { description: 'What is live now.', body: ListedName },
        202: {
          description:
            'Of a tenant that publishes by two people: nothing changes until a second one asks for the same.',
          body: AwaitingSecond,
        },
      },
      problems: [
        noName,
        noVersion,
        'nothing-live',
        'changed-meanwhile',
        'person-needed',
        'endpoint-missing',
      ],
    }),
    refuseLive: defineRoute({
      tag,
      scope: 'packs:live',
      method: 'delete',
      paths: [`${path}/{${named}}/awaiting`],
      operationId: `refuseLive${Noun}`,
      summary: `Refuse the roll-out of a ${noun} that awaits a second person`,
      description:
        'Whoever asked for it or another person refuses it, in the mode of the credential; whoever wants it asks anew. What is live stays.',
      request: { param },
      responses: { 204: { description: 'Nothing awaits a second person.' } },
      problems: [noName],
    }),
  } as const
}
