// `X-Twilio-Signature`: an HMAC over the public URL and the form's parameters, with the account's token.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { readUrlencoded } from '#src/journey/calls/http.ts'
import type { RawRequest } from '#src/journey/inbox/callback.ts'

/** A form's parameters; repeated names keep their position as pairs. */
export type TwilioParams = URLSearchParams | Readonly<Record<string, string>>

/** The header's value for a request to `url`, whose `#…` part is not signed. */
export function signTwilio(authToken: string, url: string, params: TwilioParams = {}): string {
  return digest(authToken, url, joinParams(params))
}

function digest(authToken: string, url: string, params: string): string {
  const [signed = ''] = url.split('#')
  return createHmac('sha1', authToken)
    .update(signed + params)
    .digest('base64')
}

/** Names in code-unit order; for a repeated name each different value once, sorted. */
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

/** A real callback has some forty parameters in a few kilobytes; an unsigned request must not cost more than that. */
const maxParams = 1_000
const maxFormBytes = 64 * 1_024

/** The signed text: each form of the URL, followed by the same parameters. */
type Signable = { readonly urls: readonly string[]; readonly params: string }

/** Cached per request, because every account verifies the same one. Null for a request that nobody can have signed. */
const signables = new WeakMap<RawRequest, Signable | null>()

/** Whether the holder of the token signed the request; false for one that is incomplete, malformed or too large. */
export function verifyTwilioSignature(authToken: string, request: RawRequest): boolean {
  const signature = request.headers['x-twilio-signature'] ?? ''
  if (authToken === '' || !/^[A-Za-z0-9+/]{27}=$/.test(signature)) return false
  const signable = readOnce(request)
  if (!signable) return false
  const given = Buffer.from(signature)
  const matching = signable.urls.filter((url) =>
    isEqual(given, Buffer.from(digest(authToken, url, signable.params))),
  )
  return matching.length > 0
}

function readOnce(request: RawRequest): Signable | null {
  const known = signables.get(request)
  if (known !== undefined) return known
  const params = readSignedParams(request)
  const signable =
    params === undefined ? null : { urls: listUrlForms(request.url), params: joinParams(params) }
  signables.set(request, signable)
  return signable
}

/** With `bodySHA256` in its URL the body is signed by that hash; undefined when the hash is of another body. */
function readSignedParams({ url, rawBody }: RawRequest): TwilioParams | undefined {
  if (!URL.canParse(url)) return undefined
  const hash = new URL(url).searchParams.get('bodySHA256')
  if (hash === null) return readParams(rawBody)
  const body = createHash('sha256').update(rawBody).digest('hex')
  return isEqual(Buffer.from(hash.toLowerCase()), Buffer.from(body)) ? {} : undefined
}

/** The parameters of a callback; undefined when there are more than a real one has. */
export const readParams = (rawBody: Uint8Array): URLSearchParams | undefined =>
  rawBody.length > maxFormBytes ? undefined : readUrlencoded(rawBody, maxParams)

const isEqual = (given: Buffer, expected: Buffer) =>
  given.length === expected.length && timingSafeEqual(given, expected)

/** Twilio signs the URL with or without the port, and either with the query as older libraries wrote it. */
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
  // `node:querystring` is not used, because it drops everything after the thousandth parameter.
  const pairs = [...new URLSearchParams(url.slice(at + 1))]
  const query = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
  return `${url.slice(0, at)}?${query}`
}
