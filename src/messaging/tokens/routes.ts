// The operations on tokens, the same for each channel of the table.
import { z } from 'zod'
import { type Change, mountChange } from '#src/journey/commit/change.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { findTransaction, readerNow } from '#src/journey/transaction/store.ts'
import { purposeOf } from '#src/messaging/challenges/content.ts'
import { requestChallenge, type RequestDeps } from '#src/messaging/requests/request.ts'
import { AskForMessage } from '#src/messaging/challenges/schema.ts'
import { readFailedChecks } from '#src/messaging/challenges/past.ts'
import { findLatest } from '#src/messaging/challenges/store.ts'
import { pickLanguage } from '#src/messaging/messages/text/language.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { askInOrder } from '#src/platform/db/prepared.ts'
import { Problem } from '#src/platform/errors.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { emailChannel, smsChannel, type TokenChannel } from './channels.ts'
import { checkCode } from './check.ts'
import { ValidateToken } from './schema.ts'
import type { Capability } from '#src/journey/capabilities/capability.ts'
import { emailTokenModule } from './module.ts'
import { type TokenPageDeps, tokenPageRoutes } from './page/routes.ts'

const tokenRoutes = (deps: MessagingDeps): Mounted[] =>
  [emailChannel, smsChannel].flatMap((channel) => routesOf(deps, channel))

const param = z.object({ id: z.uuid().meta({ description: 'The transaction.' }) })

function contractsOf({
  path,
  tag,
  operation,
  noun,
  recipient,
  record,
  withoutRecipient,
}: TokenChannel) {
  const create = defineRoute({
    method: 'post',
    paths: [path],
    operationId: `create${operation}`,
    summary: `Send an ${noun}`,
    description: `Sends a code and a link to ${recipient}. A request within the cool-down (30, 60, 120 s) after the last answers with the record that is open and sends nothing; with another \`purpose\` it answers 429. The message is in Portuguese unless \`Accept-Language\` prefers English.`,
    tag,
    request: { param, json: AskForMessage.optional() },
    responses: {
      201: { description: 'The token that is open now.', body: record },
      ...withoutRecipient.responses,
    },
    problems: ['not-found', ...withoutRecipient.problems, 'limit-reached'],
  })
  const read = defineRoute({
    method: 'get',
    paths: [path],
    operationId: `get${operation}`,
    summary: `Read the latest ${noun}`,
    description:
      '`Waiting` or `Valid`. `expired` and `failure` stand beside the state where they apply: a message that could not be sent is no rejection.',
    tag,
    request: { param },
    responses: { 200: { description: 'The latest token.', body: record } },
    problems: ['not-found', 'no-token'],
  })
  const validate = defineRoute({
    method: 'post',
    paths: [`${path}/validation`],
    operationId: `validate${operation}`,
    summary: `Validate an ${noun}`,
    description:
      'A wrong code answers 422 with `checksLeft`; after five of them 429, for the right code too. A token that is valid already takes its code again.',
    tag,
    request: { param, json: ValidateToken },
    responses: { 200: { description: 'The code is right.', body: record } },
    problems: ['not-found', 'no-token', 'code-mismatch', 'expired', 'limit-reached'],
  })
  return { create, read, validate }
}

type Contracts = ReturnType<typeof contractsOf>

function routesOf(deps: MessagingDeps, channel: TokenChannel): Mounted[] {
  const { create, read, validate } = contractsOf(channel)
  const limit = channel.limit(deps)
  return [
    limit.mount(
      mountChange(deps, create, (change) =>
        createToken(deps, channel, change, () => limit.spend(change)),
      ),
    ),
    mount(read, ({ request, principal }) => readToken(deps, channel, principal, request.param.id)),
    mountChange(deps, validate, (change) => validateToken(deps.sealer, channel, change)),
  ]
}

/** Opens a record, or returns the open one. */
async function createToken(
  deps: RequestDeps,
  { challengeKind, toRecord, withoutRecipient }: TokenChannel,
  { tx, lock, request, c }: Change<Contracts['create']>,
  spend: () => number,
) {
  const locked = await lock(request.param.id)
  const language = pickLanguage(c.req.header('accept-language'))
  const purpose = request.json?.purpose
  const requested = await requestChallenge(
    { ...deps, tx, locked },
    { challengeKind, language, purpose, spend },
  )
  switch (requested.kind) {
    case 'record': {
      const shown = { ...(purpose !== undefined && { purpose }) }
      return reply(201, toRecord(requested.challenge, shown, locked.now.getTime()))
    }
    case 'no-recipient':
      return withoutRecipient.answer
    case 'limit-reached':
      return refuse('limit-reached', { retryAfterSeconds: requested.retryAfterSeconds })
  }
}

async function readToken(
  { reads: db, sealer }: Pick<MessagingDeps, 'reads' | 'sealer'>,
  { challengeKind, toRecord }: TokenChannel,
  owner: Owner,
  id: string,
) {
  const found = await findTransaction(db, owner, id)
  if (!found) throw new Problem('not-found')
  const latest = await findLatest(db, found.id, challengeKind)
  if (!latest) return refuse('no-token')
  const shown = await purposeOf(sealer, found, latest)
  return reply(200, toRecord(latest, shown, readerNow(found).getTime()))
}

async function validateToken(
  sealer: Sealer,
  { challengeKind, toRecord }: TokenChannel,
  { tx, lock, request }: Change<Contracts['validate']>,
) {
  const { id } = request.param
  // The statements are sent at once on one connection in this order, so those after the lock read what was committed
  // before it.
  const [locked, latest, failedChecks] = await askInOrder(
    () => lock(id),
    () => findLatest(tx, id, challengeKind),
    () => readFailedChecks(tx, id, challengeKind),
  )
  if (!latest) return refuse('no-token')
  const ctx = { tx, sealer, locked }
  const { decision, challenge } = await checkCode(ctx, latest, request.json.code, failedChecks)
  switch (decision.outcome) {
    case 'valid':
    case 'already-valid': {
      const shown = await purposeOf(sealer, locked, challenge)
      return reply(200, toRecord(challenge, shown, locked.now.getTime()))
    }
    case 'mismatch':
      return refuse('code-mismatch', { extra: { checksLeft: decision.checksLeft } })
    case 'expired':
      return refuse('expired')
    case 'limit-reached':
      return refuse('limit-reached', { detail: 'No try is left for this code: create another.' })
  }
}

/** Tokens by e-mail and by SMS: a code and a link, either of which validates it. */
export const tokens: Capability<MessagingDeps> = {
  name: 'tokens',
  routes: tokenRoutes,
  module: emailTokenModule,
}

/** The page that the links of tokens open. */
export const tokenPages: Capability<TokenPageDeps> = {
  name: 'token-pages',
  routes: tokenPageRoutes,
}
