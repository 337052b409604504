// Reads callbacks of a vendor with a definition file: first the purchase that one names, then, with the request at
// hand, its result.
import { createHash } from 'node:crypto'
import type { RawRequest } from '#src/journey/inbox/callback.ts'
import type { CheckAccount, CheckOutcome, Unread } from '#src/screening/orders/port.ts'
import { readReceived, toMisfit } from './answer.ts'
import { parseBody } from './body.ts'
import type { ReadSecret } from './credentials.ts'
import type { Definition } from './definition/definition.ts'
import type { Callback } from './definition/later.ts'
import { type Evaluate, valueOf } from './evaluate.ts'
import { toVendorId } from './look-up.ts'
import type { Seen } from './request.ts'
import { isSignedText, isRecent } from './signature.ts'

type Given = { readonly id: string; readonly readSecret: ReadSecret }

export function openCallback(
  evaluate: Evaluate,
  { answers }: Definition,
  callback: Callback,
  { id, readSecret }: Given,
): Pick<CheckAccount, 'verifyWebhook' | 'parseWebhook'> {
  const { signature } = callback
  const secret = readSecret(signature.secret)
  return {
    verifyWebhook: (request) =>
      new URL(request.url).pathname === `/hooks/checks/${id}` &&
      isSigned(request, signature, secret),
    async parseWebhook({ url, rawBody }) {
      const body = parseBody(answers, Buffer.from(rawBody).toString())
      if (body === undefined) throw new Error(`the callback is not ${answers.toUpperCase()}`)
      const query = Object.fromEntries(new URL(url).searchParams)
      const names = await readNames(evaluate, callback, { body, query })
      if (Object.keys(names).length === 0) throw new Error('the callback names no purchase')
      return [
        {
          kind: 'check',
          // The purchase is part of the key, because two purchases without a result may have equal callbacks.
          dedupeKey: createHash('sha256')
            .update(JSON.stringify(names))
            .update(rawBody)
            .digest('hex'),
          ...names,
          outcome: { kind: 'unread', body, query },
        },
      ]
    },
  }
}

/** The names of the purchase; empty when the callback names none. */
export async function readNames(
  evaluate: Evaluate,
  { attempt, vendorId }: Callback,
  input: Pick<Unread, 'body' | 'query'>,
): Promise<{ readonly attemptId?: string; readonly vendorId?: string }> {
  const results = await evaluate({ attempt, vendorId }, input)
  const ours = valueOf(results['attempt'])
  const theirs = toVendorId(valueOf(results['vendorId']))
  return {
    ...(typeof ours === 'string' && { attemptId: ours }),
    ...(theirs !== undefined && { vendorId: theirs }),
  }
}

/** Throws when it cannot be read now, so that it is read again later. */
export async function readCallback(
  evaluate: Evaluate,
  definition: Definition,
  { done }: Callback,
  { report, seen }: { readonly report: Unread; readonly seen: Seen },
): Promise<CheckOutcome> {
  const { body, query } = report
  const known = { ...seen, query }
  const insisting = insist(evaluate)
  const isDone = (await insisting({ done }, { ...known, status: 200, body }))['done']
  if (isDone && 'failed' in isDone) return toMisfit('async.callback.done')
  if (done !== undefined && valueOf(isDone) !== true) return { kind: 'accepted' }
  return readReceived(insisting, definition, { status: 200, body }, known)
}

/**
 * Throws after a time-out, so that the callback is read again later: a busy machine is not its fault, and the vendor
 * does not repeat it.
 */
const insist =
  (evaluate: Evaluate): Evaluate =>
  async (expressions, input) => {
    const results = await evaluate(expressions, input)
    if (Object.values(results).some((result) => 'ended' in result))
      throw new Error('the expressions could not be evaluated')
    return results
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
