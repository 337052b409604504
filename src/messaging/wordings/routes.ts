// Shows a tenant the texts of its messages in each language, how an SMS is counted, and its expected cost.
import { z } from 'zod'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { serveFiles } from '#src/platform/pages/files.ts'
import type { ShellPage } from '#src/platform/pages/shell-page.ts'
import { listWordings } from './list.ts'
import { MessageWording } from './schema.ts'
import type { Capability } from '#src/journey/capabilities/capability.ts'

const page: ShellPage = {
  name: 'Messages',
  styles: ['/messages/messages.css'],
  script: '/messages/messages.js',
  welcome: {
    title: 'What people read',
    lead: 'This page shows every message of a tenant in each language, how many parts an SMS has, and what it is expected to cost.',
    label: 'Token of a tenant',
    button: 'Show the messages',
  },
}

const readWordings = defineRoute({
  method: 'get',
  paths: ['/v1/messages/wordings'],
  operationId: 'listMessageWordings',
  summary: 'List the messages of the tenant, in each language',
  description:
    'With sample codes and links, for each account that would send them: their texts, the parts of an SMS, and what each is expected to cost. The page `/messages` shows them.',
  tag: 'Message wordings',
  scope: 'messages:write',
  request: {},
  responses: {
    200: { description: 'By message, language and account.', body: z.array(MessageWording) },
  },
  problems: [],
})

function wordingRoutes({ messaging }: MessagingDeps): Mounted[] {
  return [
    mount(readWordings, async ({ principal }) => reply(200, listWordings(messaging, principal))),
    ...serveFiles({
      path: '/messages',
      folder: `${import.meta.dirname}/page`,
      page,
      files: ['messages.css', 'messages.js'],
      tag: 'Message wordings',
    }),
  ]
}

export const wordings: Capability<MessagingDeps> = { name: 'wordings', routes: wordingRoutes }
