// Shows a tenant the texts of its messages in each language, how an SMS is counted, and its expected cost.
import { z } from 'zod'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { languageOf } from '#src/messaging/messages/text/language.ts'
import { mailHeaders } from '#src/messaging/messages/templates/mail.ts'
import { listWordings, writeSampleMail } from './list.ts'
import { MessageWording } from './schema.ts'
import type { Capability } from '#src/journey/capabilities/capability.ts'

const readWordings = defineRoute({
  method: 'get',
  paths: ['/v1/messages/wordings'],
  operationId: 'listMessageWordings',
  summary: 'List the messages of the tenant, in each language',
  description:
    'With sample codes and links, for each account that would send them: their texts, the parts of an SMS, and what each is expected to cost.',
  tag: 'Message wordings',
  scope: 'messages:write',
  request: {},
  responses: {
    200: { description: 'By message, language and account.', body: z.array(MessageWording) },
  },
  problems: [],
})

const readMail = defineRoute({
  method: 'get',
  paths: ['/v1/messages/wordings/mail'],
  operationId: 'readMailWording',
  summary: 'Read the mail of a token as its reader sees it',
  description: 'In the look of the tenant, with a sample code and link.',
  tag: 'Message wordings',
  scope: 'messages:write',
  request: {
    query: z.object({
      language: z.enum(['pt-BR', 'en']).meta({ description: 'Of the mail.', example: 'pt-BR' }),
    }),
  },
  responses: { 200: { description: 'Its HTML.', body: z.string(), mediaType: 'text/html' } },
  problems: [],
})

function wordingRoutes({ messaging }: MessagingDeps): Mounted[] {
  return [
    mount(readWordings, async ({ principal }) => reply(200, listWordings(messaging, principal))),
    mount(readMail, async ({ principal, request }) => {
      const language = languageOf(request.query.language)
      return reply(200, writeSampleMail(messaging, principal, language), mailHeaders)
    }),
  ]
}

export const wordings: Capability<MessagingDeps> = { name: 'wordings', routes: wordingRoutes }
