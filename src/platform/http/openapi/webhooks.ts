// The webhook events, in the OpenAPI section `webhooks`.
import type { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'

export const describeWebhooks = (events: readonly SentEvent[]): ZodOpenApiPathsObject =>
  Object.fromEntries(
    events.map(({ type, meaning, body }) => [
      type,
      {
        post: {
          operationId: `on ${type}`.replace(/[ .-]+(\w)/g, (_, letter: string) =>
            letter.toUpperCase(),
          ),
          summary: meaning,
          description: signed,
          tags: ['Events'],
          security: [],
          requestBody: { required: true, content: { 'application/json': { schema: body } } },
          responses: { '2XX': { description: 'It was taken.' } },
        },
      },
    ]),
  )

const signed =
  'Sent by Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`. It may come more than once, and in any order.'

/** `body` is what the receiver gets. */
export type SentEvent = {
  readonly type: string
  readonly meaning: string
  readonly body: z.ZodType
}
