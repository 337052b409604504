// One check of a transaction's own subject in live, and what its service says.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '#test/support/service.ts'
import { everyScope } from '#test/support/token.ts'
import { fill, makeValue } from '#test/workflow/packs/verdicts/values.ts'
import type { ListCase } from './sources.ts'

export type CheckCase = ListCase & {
  readonly ask: {
    readonly kind: 'person' | 'company'
    readonly name: string
    readonly birthdate?: string
    readonly document?: string
    readonly service?: string
  }
}

/** With a number of its own where it has none, and that number wherever the list names it. */
export function prepare<Case extends CheckCase>(row: Case): Case {
  const form = row.ask.kind === 'person' ? 'cpf' : 'cnpj'
  const document = row.ask.document ?? String(makeValue(`${form} 0001`))
  const values = new Map([
    ['document', document],
    ['other', makeValue(`${form} 0001`)],
  ])
  // Safe because values are put into texts, and nothing else changes.
  return { ...row, list: fill(row.list, values), ask: { ...row.ask, document } } as Case
}

type Match = { readonly match: boolean; readonly dismissed?: string; readonly doubtful?: true }

/** As long as a case may take; a source that says nothing is asked again for minutes. */
const withinMs = 8_000

/** `hit`, `doubtful`, `shown` (without counting), `clean`, `unsaid` (without a word that nobody was found), or why there is nothing. */
export async function ask(service: Service, { id, ask: asked }: CheckCase): Promise<string> {
  const claims = { tenant: id, mode: 'live', scope: everyScope, azp: 'a-program' } as const
  const call = async (method: string, path: string, body?: object) => {
    const got = await service.call(method, path, { claims, ...(body && { body }) })
    if (!got.ok) throw new Error(`${id}: ${got.status} of ${path}: ${await got.text()}`)
    return got.json()
  }
  const { kind, service: name = 'Sanctions', ...fields } = asked
  const documentType = kind === 'person' ? 'cpf' : 'cnpj'
  const { id: transaction } = await call('POST', '/v1/transaction', { ...fields, documentType })
  const path = `/v1/transaction/${transaction}`
  const about = kind === 'company' ? '/company' : ''
  // That there was no match is said of a person who was looked for among the sanctioned and among the exposed.
  const services = kind === 'person' ? ['Sanctions', 'Pep'] : [name]
  await call('POST', `${path}/backgroundcheck${about}`, { services })
  const until = Date.now() + withinMs
  for (;;) {
    const [check] = await call('GET', `${path}/backgroundcheck`)
    const found = check?.services.find((one: Found) => one.name === name)
    if (found?.status === 'failed')
      return found.failure === 'check-uncertain' ? 'uncertain' : found.failure
    if (found?.status === 'completed' && check.status !== 'processing')
      return describe(found.result.matches ?? [], () => saysNobody(call, path))
    // On the way to it.
    if (Date.now() > until) return 'uncertain'
    await sleep(100)
  }
}

type Found = { readonly name: string }

async function describe(matches: readonly Match[], isNobody: () => Promise<boolean>) {
  const counted = matches.filter(({ match, dismissed }) => match && !dismissed)
  if (counted.some(({ doubtful }) => !doubtful)) return 'hit'
  if (counted.length > 0) return 'doubtful'
  if (!(await isNobody())) return 'unsaid'
  return matches.length > 0 ? 'shown' : 'clean'
}

const saysNobody = async (call: (method: string, path: string) => Promise<unknown>, path: string) =>
  JSON.stringify(await call('GET', `${path}/insights`)).includes('PC004')
