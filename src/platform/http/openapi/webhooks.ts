// Describes the requests to clients' addresses in the OpenAPI section `webhooks`.
import type { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'

export type SentRequest = {
  readonly type: string
  readonly meaning: string
  /** The body of the request. */
  readonly body: z.ZodType
  /** A tag that no operation has: generators make a class of each tag, and a shared one would be written twice. */
  readonly tag: { readonly name: string; readonly description: string }
  /** The answers with a meaning beyond that the request was accepted, by status. */
  readonly answers?: Readonly<Record<string, Answer>>
}

type Answer = { readonly description: string; readonly body?: z.ZodType }

export const tagsOfSent = (sent: readonly SentRequest[]): SentRequest['tag'][] => [
  ...new Map(sent.map(({ tag }) => [tag.name, tag])).values(),
]

export const describeWebhooks = (sent: readonly SentRequest[]): ZodOpenApiPathsObject =>
  Object.fromEntries(
    sent.map(({ type, meaning, body, tag, answers = taken }) => [
      type,
      {
        post: {
          operationId: `on ${type}`.replace(/[ .-]+(\w)/g, (_, letter: string) =>
            letter.toUpperCase(),
          ),
          summary: `Receive \`${type}\``,
          description: `${meaning}\n\n${signed}`,
          tags: [tag.name],
          security: [],
          requestBody: { required: true, content: { 'application/json': { schema: body } } },
          responses: Object.fromEntries(
            Object.entries(answers).map(([status, { description, body: answer }]) => [
              status,
              {
                description,
                ...(answer && { content: { 'application/json': { schema: answer } } }),
              },
            ]),
          ),
        },
      },
    ]),
  )

const taken: Readonly<Record<string, Answer>> = { '2XX': { description: 'It was taken.' } }

const signed =
  'Sent by Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`. It may come more than once, and in any order.'
