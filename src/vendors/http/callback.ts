// Reads the callbacks of a vendor that a definition file describes.
import { createHash } from 'node:crypto'
import type { RawRequest } from '#src/messaging/challenges/vendor-events.ts'
import type { CheckAccount } from '#src/screening/checks/port.ts'
import { readReceived } from './answer.ts'
import type { Definition, Secret } from './definition.ts'
import { type Evaluate, valueOf } from './evaluate.ts'
import { parseBody } from './body.ts'
import { isSignedText, isRecent } from './signature.ts'

type Callback = Extract<NonNullable<Definition['async']>, { callback: unknown }>['callback']
type Given = { readonly id: string; readonly readSecret: (reference: Secret) => string }

export function openCallback(
  evaluate: Evaluate,
  definition: Definition,
  { attempt, vendorId, done, signature }: Callback,
  { id, readSecret }: Given,
): Pick<CheckAccount, 'verifyWebhook' | 'parseWebhook'> {
  const secret = readSecret(signature.secret)
  return {
    verifyWebhook: (request) =>
      new URL(request.url).pathname === `/hooks/checks/${id}` &&
      isSigned(request, signature, secret),
    async parseWebhook({ url, rawBody }) {
      const body = parseBody(definition.answers, Buffer.from(rawBody).toString())
      if (body === undefined)
        throw new Error(`the callback is not ${definition.answers.toUpperCase()}`)
      const query = Object.fromEntries(new URL(url).searchParams)
      const results = await evaluate({ attempt, vendorId, done }, { body, query })
      const named = valueOf(results['attempt'])
      const theirs = valueOf(results['vendorId'])
      if (typeof named !== 'string' && typeof theirs !== 'string' && typeof theirs !== 'number')
        throw new Error('the callback names no purchase')
      const isDone = done === undefined || valueOf(results['done']) === true
      const outcome = isDone
        ? await readReceived(evaluate, definition, { status: 200, body }, { query })
        : ({ kind: 'accepted' } as const)
      return [
        {
          kind: 'check',
          dedupeKey: createHash('sha256').update(rawBody).digest('hex'),
          ...(typeof named === 'string' && { attemptId: named }),
          ...((typeof theirs === 'string' || typeof theirs === 'number') && {
            vendorId: String(theirs),
          }),
          outcome,
        },
      ]
    },
  }
}

function isSigned(
  { headers, rawBody }: RawRequest,
  { header, timestamp, ...how }: Callback['signature'],
  secret: string,
): boolean {
  const given = headers[header.toLowerCase()] ?? ''
  if (!timestamp) return isSignedText(how, secret, rawBody, given)
  const time = headers[timestamp.header.toLowerCase()] ?? ''
  if (!isRecent(time, timestamp.toleranceSeconds)) return false
  return isSignedText(how, secret, Buffer.concat([Buffer.from(`${time}.`), rawBody]), given)
}
