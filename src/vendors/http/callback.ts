// Reads the callbacks of a vendor that a definition file describes.
import { createHash, createHmac } from 'node:crypto'
import type { RawRequest } from '#src/messaging/challenges/port.ts'
import type { CheckAccount } from '#src/screening/checks/port.ts'
import { isSame } from '#src/vendors/parts/secrets.ts'
import { readReceived } from './answer.ts'
import type { Definition, Secret } from './definition.ts'
import { type Evaluate, valueOf } from './evaluate.ts'
import { parseJson } from './json.ts'

type Callback = Extract<NonNullable<Definition['async']>, { callback: unknown }>['callback']
type Given = { readonly id: string; readonly readSecret: (reference: Secret) => string }

export function openCallback(
  evaluate: Evaluate,
  definition: Definition,
  { attempt, vendorId, signature }: Callback,
  { id, readSecret }: Given,
): Pick<CheckAccount, 'verifyWebhook' | 'parseWebhook'> {
  const secret = readSecret(signature.secret)
  return {
    verifyWebhook: (request) =>
      new URL(request.url).pathname === `/hooks/checks/${id}` &&
      isSigned(request, signature, secret),
    async parseWebhook({ url, rawBody }) {
      const body = parseJson(Buffer.from(rawBody).toString())
      if (body === undefined) throw new Error('the callback is not JSON')
      const query = Object.fromEntries(new URL(url).searchParams)
      const results = await evaluate({ attempt, vendorId }, { body, query })
      const named = valueOf(results['attempt'])
      const theirs = valueOf(results['vendorId'])
      if (typeof named !== 'string' && typeof theirs !== 'string' && typeof theirs !== 'number')
        throw new Error('the callback names no purchase')
      const outcome = await readReceived(evaluate, definition, { status: 200, body }, { query })
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
  { header, algorithm, encoding, prefix }: Callback['signature'],
  secret: string,
): boolean {
  const given = headers[header.toLowerCase()] ?? ''
  if (algorithm === 'equal') return isSame(given, prefix + secret)
  return isSame(given, prefix + createHmac(algorithm, secret).update(rawBody).digest(encoding))
}
