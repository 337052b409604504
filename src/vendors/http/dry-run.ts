// Shows, without any request, what an account with a definition file would send, and what recorded answers and
// callbacks map to.
import type { CheckRequest } from '#src/screening/wire/request.ts'
import type { Secret } from './definition/auth.ts'
import type { Definition } from './definition/definition.ts'
import { loadDefinition } from './definition/load.ts'
import {
  explainCallback,
  explainRecorded,
  type Explained,
  type Recorded,
  type RecordedCallback,
} from './dry-answers.ts'
import { evaluate } from './evaluate.ts'
import { parseJson } from './body.ts'
import type { Fill } from './pictures.ts'
import { makeRequest, type Seen, signRequest } from './request.ts'

/** The definition's result for a recorded answer; a later result is shown separately. */
export type DryRun = Explained & {
  readonly request:
    | {
        readonly method: string
        readonly url: string
        readonly headers: Readonly<Record<string, string>>
        readonly body?: unknown
      }
    | { readonly missing: string }
  readonly polled?: Explained
  readonly callback?: Awaited<ReturnType<typeof explainCallback>>
}

type Given = {
  readonly params: object
  readonly service: string
  readonly recorded?: Recorded | undefined
  readonly polled?: Recorded | undefined
  readonly callback?: RecordedCallback | undefined
}

/** Secrets are shown by their names. Throws an Error with all faults. */
export async function dryRun(
  file: string,
  folder: string,
  { params, service, recorded, polled, callback }: Given,
): Promise<DryRun> {
  const definition = loadDefinition(file, folder)
  const seen = {
    params: params as CheckRequest['subject'],
    transaction: { id: '00000000-0000-7000-8000-000000000001' },
    service,
    ids: {
      attempt: '00000000-0000-7000-8000-000000000002',
      order: '00000000-0000-7000-8000-000000000003',
    },
  }
  const first = recorded && (await explainRecorded(definition, recorded, seen, 'answer'))
  const accepted = first?.outcome?.kind === 'accepted' ? first.outcome.vendorId : undefined
  const asked = { ...seen, ...(accepted !== undefined && { id: accepted }) }
  return {
    request: await showRequest(definition, seen),
    ...first,
    ...(polled && { polled: await explainRecorded(definition, polled, asked, 'polled') }),
    ...(callback && { callback: await explainCallback(definition, callback, seen, accepted) }),
  }
}

async function showRequest(definition: Definition, seen: Seen): Promise<DryRun['request']> {
  const fetched = Object.keys(definition.request.perCall).map((name) => [name, `<${name}>`])
  const shown = { ...seen, perCall: Object.fromEntries(fetched) }
  const call = { seen: shown, fill: describe }
  const made = await makeRequest(evaluate, definition, definition.request, call)
  if ('missing' in made) return { missing: made.missing }
  if ('fault' in made) return { missing: made.fault }
  const { method, url, headers, body } = signRequest(made.request, definition.sign, show)
  const text = body === undefined ? undefined : Buffer.from(body).toString()
  return {
    method,
    url: url.href,
    headers: { ...headers, ...describeAuth(definition.auth) },
    ...(text !== undefined && { body: parseJson(text) ?? text }),
  }
}

/** Writes the format and size limit of a picture in its place. */
const describe: Fill = async (form) => {
  const text = `${form.prefix}<${form.name}: ${form.format}, at most ${form.maxBytes} bytes>`
  return { form, text, bytes: Buffer.from(text) }
}

const show = ({ secret }: Secret) => `<${secret}>`

function describeAuth(auth: Definition['auth']): Record<string, string> {
  if (auth === 'none') return {}
  const { headers = {}, basic, bearer, oauth2, login } = auth
  const token = oauth2 ?? login
  return {
    ...Object.fromEntries(Object.entries(headers).map(([name, one]) => [name, show(one)])),
    ...(basic && { authorization: `Basic ${show(basic.user)}:${show(basic.password)}` }),
    ...(bearer && { authorization: `Bearer ${show(bearer)}` }),
    ...(token && { [token.header]: `${token.prefix}<token of ${new URL(token.tokenUrl).host}>` }),
  }
}
