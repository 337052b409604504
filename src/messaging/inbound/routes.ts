// Mounts the endpoints for vendors. A verified callback is stored and answered at once; any other is refused, and the
// log names its fields, never their values.
import type { Context } from 'hono'
import { z } from 'zod'
import type { MessagingAccounts } from '#src/messaging/challenges/port.ts'
import { Problem } from '#src/platform/errors.ts'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount, type Route } from '#src/platform/http/route.ts'
import type { Hook } from './hook.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import type { InboxDeps } from '#src/journey/inbox/callback.ts'
import { storeCallbacks } from '#src/journey/inbox/take.ts'
import type { MessageCallback } from './locate.ts'
import { byDatabase, readCallbacks } from './callbacks.ts'
import { createMacs } from '#src/journey/inbox/macs.ts'
import { describeFields, readRequest } from '#src/journey/inbox/read.ts'
import { rematch } from '#src/journey/inbox/retry.ts'

type HookDeps = MessagingDeps &
  InboxDeps & {
    readonly accounts: Pick<MessagingAccounts, 'ofVendor'>
    readonly vendors: readonly { readonly name: string; readonly hooks: readonly Hook[] }[]
  }

export function hookRoutes(deps: HookDeps): Mounted[] {
  return deps.vendors.flatMap(({ name, hooks }) => {
    // Evaluated per request, because accounts can be reloaded while the service runs.
    const isThere = () => deps.accounts.ofVendor(name).length > 0
    return hooks.map((hook) => {
      const mounted = mountHook(deps, name, hook)
      // A report with our own mark is proved without any account.
      return hook.proof === 'mark' ? mounted : { ...mounted, isThere }
    })
  })
}

type Call = { readonly c: Context; readonly rawBody?: Uint8Array }

function mountHook(deps: HookDeps, vendor: string, hook: Hook): Mounted {
  switch (hook.proof) {
    case 'handshake':
      return mount(
        toRoute(hook, 'get', answersText('The challenge.', 'text/plain')),
        async ({ c }) => reply(200, answerHandshake(deps, vendor, c)),
      )
    case 'signature': {
      const { reply: answer } = hook
      return answer
        ? mount(toRoute(hook, 'post', answersText(taken, answer.mediaType)), async (call) => {
            await store(deps, vendor, await readSigned(deps, vendor, call))
            return reply(200, answer.body)
          })
        : mount(toRoute(hook, 'post', { 200: { description: taken } }), async (call) => {
            await store(deps, vendor, await readSigned(deps, vendor, call))
            return reply(200)
          })
    }
    case 'mark':
      return mount(toRoute(hook, 'post', { 202: { description: markTaken } }), async (call) => {
        await store(deps, vendor, await readMarked(deps, hook, call))
        return reply(202)
      })
  }
}

const taken = 'Stored, or nothing that counts.'
const markTaken = 'Taken, or nothing that counts.'

const answersText = <const Type extends string>(description: string, mediaType: Type) => ({
  200: { description, body: z.string(), mediaType },
})

function toRoute<const Responses extends Route['responses']>(
  { path, operationId, summary, description, request = {}, ...hook }: Hook,
  method: 'get' | 'post',
  responses: Responses,
) {
  return defineRoute({
    method,
    paths: [path],
    operationId,
    summary,
    description,
    tag: 'Callbacks',
    auth: 'signature',
    ...('bodyLimit' in hook && { bodyLimit: hook.bodyLimit }),
    request: {
      ...(request.param && { param: request.param }),
      ...(request.query && { query: request.query }),
      ...(request.header && { header: request.header }),
    },
    responses,
    problems: ['unauthorized', 'not-found'],
  })
}

function answerHandshake({ accounts }: HookDeps, vendor: string, c: Context): string {
  const query = new URL(c.req.url).searchParams
  const answers = accounts.ofVendor(vendor).map((account) => account.handshake?.(query))
  const challenge = answers.find((answer) => answer !== undefined)
  if (challenge === undefined) throw unproved('signature (verify token)')
  return challenge
}

async function readSigned(
  { accounts, publicBaseUrl, metrics }: HookDeps,
  vendor: string,
  call: Call,
): Promise<MessageCallback[]> {
  const receivedAt = Date.now()
  const request = readRequest(call, publicBaseUrl)
  const own = accounts.ofVendor(vendor)
  const believed = await Promise.all(own.map(async (account) => account.verifyWebhook(request)))
  const verified = own.filter((_, index) => believed[index])
  if (verified.length === 0) metrics.callbacksRefused.inc({ vendor })
  if (verified.length === 0) throw unproved(`signature (${describeFields(request)})`)
  for (const account of verified)
    await account.confirmWebhook?.(request).catch(() => {
      throw new Problem('unavailable', { reason: 'webhook-not-confirmed' })
    })
  return readCallbacks(verified, request, receivedAt)
}

async function readMarked(
  { sealer, publicBaseUrl }: HookDeps,
  { read, mark }: Extract<Hook, { proof: 'mark' }>,
  call: Call,
): Promise<MessageCallback[]> {
  const receivedAt = Date.now()
  const events = await read(readRequest(call, publicBaseUrl), createMacs(sealer))
  if (!events) throw unproved(mark)
  return events.map((event) => ({ accounts: [], event, receivedAt }))
}

async function store(
  deps: HookDeps,
  vendor: string,
  callbacks: readonly MessageCallback[],
): Promise<void> {
  for (const { event, receivedAt } of callbacks) {
    const what = event.kind === 'status' ? event.deliveryStatus : event.kind
    deps.metrics.callbacks.inc({ vendor, event: what })
    if ('at' in event && event.at !== undefined)
      deps.metrics.callbackAgeSeconds.observe(
        { vendor },
        Math.max(0, receivedAt - event.at) / 1_000,
      )
  }
  const kept = await storeCallbacks(deps, await byDatabase(deps.db, callbacks))
  // Not awaited: the sweep retries what fails.
  if (kept) void rematch(deps).catch((error: unknown) => deps.log.warn({ error }, 'callbacks kept'))
}

const unproved = (reason: string) =>
  new Problem('unauthorized', { reason, headers: { 'www-authenticate': 'Signature' } })
