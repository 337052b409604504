// The webhook events, in the OpenAPI section `webhooks`.
import type { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'

/** Not the tag of any operation: generators make a class of each, and that of the events would be written twice. */
export const webhookTag = {
  name: 'Sent events',
  description: 'What comes to the address of a webhook, as it is listed under `webhooks`.',
}

export const describeWebhooks = (events: readonly SentEvent[]): ZodOpenApiPathsObject =>
  Object.fromEntries(
    events.map(({ type, meaning, body }) => [
      type,
      {
        post: {
          operationId: `on ${type}`.replace(/[ .-]+(\w)/g, (_, letter: string) =>
            letter.toUpperCase(),
          ),
          summary: `Receive \`${type}\``,
          description: `${meaning}\n\n${signed}`,
          tags: [webhookTag.name],
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
