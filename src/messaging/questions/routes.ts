// The operations on questions, the same for each channel of the table.
import { z } from 'zod'
import { type Change, mountChange } from '#src/journey/commit/change.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { findTransaction, readerNow } from '#src/journey/transaction/store.ts'
import { channelOf } from '#src/messaging/wire/channel.ts'
import { reachOf } from '#src/messaging/requests/choice/rank.ts'
import { readContent, readContents } from '#src/messaging/challenges/content.ts'
import { requestChallenge, type RequestDeps } from '#src/messaging/requests/request.ts'
import { AskForMessage } from '#src/messaging/challenges/schema.ts'
import { listChallenges } from '#src/messaging/challenges/store.ts'
import { createSendRate, type SendRate } from '#src/messaging/requests/volume/send-rate.ts'
import { pickLanguage } from '#src/messaging/messages/text/language.ts'
import { hasEligiblePhone } from '#src/messaging/phones/eligible.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { Problem } from '#src/platform/errors.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { type QuestionChannel, smsChannel, whatsappChannel } from './channels.ts'
import type { Capability } from '#src/journey/capabilities/capability.ts'
import { phoneConfirmationModule } from './module.ts'

const questionRoutes = (deps: MessagingDeps): Mounted[] =>
  [smsChannel, whatsappChannel].flatMap((channel) => routesOf(deps, channel))

const param = z.object({ id: z.uuid().meta({ description: 'The transaction.' }) })

function contractsOf({ path, tag, operation, noun, answer, states, record }: QuestionChannel) {
  const create = defineRoute({
    method: 'post',
    paths: [path],
    operationId: `create${operation}`,
    summary: `Create ${noun}`,
    description: `Sends a question to the hottest mobile phone of the transaction (of its first 20), ${answer}. A record that was still open is replaced: its reply no longer counts. A request within the cool-down (30, 60, 120 s) after the last answers with the record that is open and sends nothing; with another \`purpose\` it answers 429. The question is in Portuguese unless \`Accept-Language\` prefers English.`,
    tag,
    request: { param, json: AskForMessage.optional() },
    responses: {
      201: { description: 'The record that is open now.', body: record },
      204: { description: 'The transaction has no mobile phone that can get it.' },
    },
    problems: ['not-found', 'limit-reached'],
  })
  const list = defineRoute({
    method: 'get',
    paths: [path],
    operationId: `list${operation}`,
    summary: `List ${tag}s`,
    description: `Newest first. ${states}`,
    tag,
    request: { param },
    responses: {
      200: { description: 'The records.', body: z.array(record) },
      204: { description: 'There is none, and no mobile phone that could get one.' },
    },
    problems: ['not-found'],
  })
  return { create, list }
}

function routesOf(deps: MessagingDeps, channel: QuestionChannel): Mounted[] {
  const { create, list } = contractsOf(channel)
  const rate = createSendRate(deps, deps.messaging.sendRate)
  return [
    rate.limit(mountChange(deps, create, (change) => createQuestion(deps, channel, change, rate))),
    mount(list, ({ request, principal }) =>
      listQuestions(deps, channel, principal, request.param.id),
    ),
  ]
}

/** Opens a record, or returns the open one, within the caller’s commit. */
async function createQuestion(
  deps: RequestDeps,
  { challengeKind, toRecord }: QuestionChannel,
  { request, tx, lock, c }: Change<ReturnType<typeof contractsOf>['create']>,
  rate: SendRate,
) {
  const locked = await lock(request.param.id)
  const language = pickLanguage(c.req.header('accept-language'))
  const purpose = request.json?.purpose
  const requested = await requestChallenge(
    { ...deps, tx, locked },
    { challengeKind, language, purpose, spend: () => rate.spend(c) },
  )
  switch (requested.kind) {
    case 'record': {
      const content = await readContent(deps.sealer, locked, requested.challenge)
      return reply(201, toRecord(requested.challenge, content, locked.now.getTime()))
    }
    case 'no-recipient':
      return reply(204)
    case 'limit-reached':
      return refuse('limit-reached', { retryAfterSeconds: requested.retryAfterSeconds })
  }
}

/** The newest questions first. */
async function listQuestions(
  { reads: db, sealer, messaging }: MessagingDeps,
  { challengeKind, toRecord }: QuestionChannel,
  owner: Owner,
  id: string,
) {
  const found = await findTransaction(db, owner, id)
  if (!found) throw new Problem('not-found')
  const records = await listChallenges(db, found.id, challengeKind)
  const channel = channelOf[challengeKind]
  const isEmpty =
    records.length === 0 &&
    !(await hasEligiblePhone({ db, sealer }, found, channel, reachOf(messaging, found.tenant)))
  if (isEmpty) return reply(204)
  const now = readerNow(found).getTime()
  const read = await readContents(sealer, found, records)
  return reply(
    200,
    read.map(({ challenge, content }) => toRecord(challenge, content, now)),
  )
}

/** Questions by SMS and by WhatsApp: the person replies. */
export const questions: Capability<MessagingDeps> = {
  name: 'questions',
  routes: questionRoutes,
  module: phoneConfirmationModule,
}
