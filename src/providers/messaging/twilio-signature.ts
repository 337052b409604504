// `X-Twilio-Signature`: an HMAC over the public URL and the form's parameters, with the account's token.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { RawRequest } from '#src/messaging/provider.ts'

/** A form's parameters; repeated names keep their place as pairs. */
export type TwilioParams = URLSearchParams | Readonly<Record<string, string>>

/** The header's value for a request to `url`, whose `#…` part is not signed. */
export function signTwilio(authToken: string, url: string, params: TwilioParams = {}): string {
  const [signed = ''] = url.split('#')
  return createHmac('sha1', authToken)
    .update(signed + joinParams(params))
    .digest('base64')
}

/** Names in code-unit order; of a repeated name each different value once, sorted. */
function joinParams(params: TwilioParams): string {
  const pairs = params instanceof URLSearchParams ? [...params] : Object.entries(params)
  const valuesOf = new Map<string, Set<string>>()
  for (const [name, value] of pairs) {
    const values = valuesOf.get(name)
    if (values) values.add(value)
    else valuesOf.set(name, new Set([value]))
  }
  return [...valuesOf.keys()]
    .toSorted()
    .flatMap((name) => [...(valuesOf.get(name) ?? [])].toSorted().map((value) => name + value))
    .join('')
}

/** Whether the holder of the token signed the request; false for whatever is missing or malformed. */
export function verifyTwilioSignature(authToken: string, request: RawRequest): boolean {
  const given = Buffer.from(request.headers['x-twilio-signature'] ?? '')
  const params = readSignedParams(request)
  if (authToken === '' || params === undefined) return false
  const matching = listUrlForms(request.url).filter((url) =>
    isEqual(given, Buffer.from(signTwilio(authToken, url, params))),
  )
  return matching.length > 0
}

/** With `bodySHA256` in its URL the body is signed by that hash; undefined when it is another body's. */
function readSignedParams({ url, rawBody }: RawRequest): TwilioParams | undefined {
  if (!URL.canParse(url)) return undefined
  const hash = new URL(url).searchParams.get('bodySHA256')
  if (hash === null) return new URLSearchParams(Buffer.from(rawBody).toString())
  const body = createHash('sha256').update(rawBody).digest('hex')
  return isEqual(Buffer.from(hash.toLowerCase()), Buffer.from(body)) ? {} : undefined
}

const isEqual = (given: Buffer, expected: Buffer) =>
  given.length === expected.length && timingSafeEqual(given, expected)

/** Twilio signs with and without the port, and either with the query as older libraries wrote it. */
function listUrlForms(url: string): string[] {
  const parsed = new URL(url)
  parsed.hash = ''
  const bare = new URL(parsed)
  bare.port = ''
  const forms = [url, bare.href, parsed.port ? parsed.href : addStandardPort(parsed)]
  return [...new Set(forms.flatMap((form) => [form, rewriteQuery(form)]))]
}

function addStandardPort({ protocol, host, pathname, search }: URL): string {
  return `${protocol}//${host}:${protocol === 'https:' ? 443 : 80}${pathname}${search}`
}

function rewriteQuery(url: string): string {
  const at = url.indexOf('?')
  if (at === -1) return url
  // Not `node:querystring`: it drops what comes after the thousandth parameter.
  const pairs = [...new URLSearchParams(url.slice(at + 1))]
  const query = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
  return `${url.slice(0, at)}?${query}`
}
