// Shows what an account of a file would send, and what a recorded answer maps to, without any request.
import type { CheckOutcome, CheckRequest } from '#src/screening/orders/port.ts'
import { findMissingPart } from '#src/screening/wire/required.ts'
import { explainAnswer, readAnswer } from '#src/screening/wire/read.ts'
import { readReceived, toMisfit } from './answer.ts'
import type { Secret } from './definition/auth.ts'
import type { Definition } from './definition/definition.ts'
import { evaluate, valueOf } from './evaluate.ts'
import { parseBody } from './body.ts'
import { parseJson } from './json.ts'
import { loadDefinition } from './definition/load.ts'
import { makeRequest, signRequest } from './request.ts'

export type DryRun = {
  readonly request:
    | {
        readonly method: string
        readonly url: string
        readonly headers: Readonly<Record<string, string>>
        readonly body?: unknown
      }
    | { readonly missing: string }
  /** Of the recorded answer. */
  readonly outcome?: CheckOutcome
  /** Where what was mapped has not the form of the port, and what is expected there. */
  readonly faults?: readonly string[]
}

type Recorded = { readonly status: number; readonly text: string }

/** Secrets are shown by their names. Throws an Error that says all that does not hold. */
export async function dryRun(
  file: string,
  folder: string,
  {
    params,
    service,
    recorded,
  }: { params: object; service: string; recorded?: Recorded | undefined },
): Promise<DryRun> {
  const definition = loadDefinition(file, folder)
  const subject = params as CheckRequest['subject']
  const seen = {
    params: subject,
    transaction: { id: '00000000-0000-7000-8000-000000000001' },
    service,
    ids: {
      attempt: '00000000-0000-7000-8000-000000000002',
      order: '00000000-0000-7000-8000-000000000003',
    },
  }
  const made = await makeRequest(evaluate, definition, definition.request, seen)
  const read =
    recorded &&
    (await readReceived(
      evaluate,
      definition,
      { status: recorded.status, body: parseBody(definition.answers, recorded.text) },
      seen,
    ))
  const outcome = read && trust(service, read)
  const misfit = outcome?.kind === 'uncertain' ? outcome.misfit : undefined
  const faults = recorded && misfit !== undefined ? await findFaults(definition, recorded, { ...seen, misfit }) : [] // prettier-ignore
  const shown = { ...(outcome && { outcome }), ...(faults.length > 0 && { faults }) }
  if ('missing' in made) return { request: made, ...shown }
  const { method, url, headers, body } = signRequest(made.request, definition.sign, show)
  return {
    request: {
      method,
      url: url.href,
      headers: { ...headers, ...describeAuth(definition.auth) },
      ...(body !== undefined && { body: parseJson(body) ?? body }),
    },
    ...shown,
  }
}

async function findFaults(
  definition: Definition,
  { status, text }: Recorded,
  { misfit, ...seen }: { readonly service: string; readonly misfit: string },
): Promise<string[]> {
  const { answers, port, map: expression, pages } = definition
  if (/^(?:errors\.|noData$)/.test(misfit)) return [`${misfit}: it cannot be evaluated over this answer`] // prettier-ignore
  if (misfit === 'success') return ['success: it does not hold of this answer, and no rule says what it is'] // prettier-ignore
  const body = parseBody(answers, text)
  if (body === undefined) return [`body: it is no ${answers.toUpperCase()}`]
  const input = { ...seen, status, body, ...(pages && { pages: [body] }) }
  const { map } = await evaluate({ map: expression }, input)
  if (map && 'failed' in map) return ['map: it cannot be evaluated over this answer']
  const mapped = valueOf(map)
  const misfits = explainAnswer(port, mapped)
  if (misfits.length > 0) return misfits.map(({ path, expected }) => `${path}: ${expected}`)
  const answer = readAnswer(port, mapped)
  const missing = answer && findMissingPart(seen.service, answer)
  return missing === undefined ? [] : [`${missing}: the service must state it, and it is absent`]
}

/** As it is when an order is ended with it. */
function trust(service: string, outcome: CheckOutcome): CheckOutcome {
  const missing = outcome.kind === 'answered' ? findMissingPart(service, outcome.answer) : undefined
  return missing === undefined ? outcome : toMisfit(missing)
}

const show = ({ secret }: Secret) => `<${secret}>`

function describeAuth(auth: Definition['auth']): Record<string, string> {
  if (auth === 'none') return {}
  if ('headers' in auth)
    return Object.fromEntries(Object.entries(auth.headers).map(([name, one]) => [name, show(one)]))
  if ('basic' in auth)
    return { authorization: `Basic ${show(auth.basic.user)}:${show(auth.basic.password)}` }
  if ('bearer' in auth) return { authorization: `Bearer ${show(auth.bearer)}` }
  const { tokenUrl, header, prefix } = 'oauth2' in auth ? auth.oauth2 : auth.login
  return { [header]: `${prefix}<token of ${new URL(tokenUrl).host}>` }
}
