// Two tenants send questions to one person from one sender, and the person answers one of them: by its code, without a
// code, or by a no. Only the identified question may count a yes, and no refusal may be lost.
import { newPhone } from '#test/support/messaging/carriers.ts'
import type { Bank, DayReport } from './journey.ts'
import { type Chance, createChance } from '#test/load/chance.ts'
import { sharing, type Taken } from './network.ts'
import { pickPhrase, type PersonReply } from './people.ts'

type Side = {
  readonly tenant: string
  readonly id: string
  readonly headers: Record<string, string>
  readonly code: string
  readonly taken: Taken
}

export async function runPair(bank: Bank, seed: number, index: number): Promise<DayReport> {
  const chance = createChance(seed, index)
  const phone = newPhone()
  const faults: string[] = []
  const words = { said: 0, misread: 0, missed: 0 }
  const order = chance.percent(50) ? sharing : ([sharing[1], sharing[0]] as const)
  let messages = 0
  const count = () => void messages++
  const first = await ask(bank, order[0], phone, count)
  const last = await ask(bank, order[1], phone, count)
  if (first.code === last.code) faults.push('two questions have one code')
  const meant = chance.percent(50) ? first : last
  const said = chance.percent(60) ? pickPhrase(chance) : pickNo(chance)
  const isNamed = chance.percent(60)
  const text = isNamed ? `${meant.code} ${said.text}` : said.text
  words.said++
  if (said.reading) words[said.reading]++
  await post(bank, meant, text)
  for (const one of [first, last]) await bank.executor.settle(one.id)
  const seen = await Promise.all([first, last].map((one) => read(bank, one)))
  const [ofFirst, ofLast] = seen
  const ofMeant = meant === first ? ofFirst : ofLast
  const ofOther = meant === first ? ofLast : ofFirst
  if (ofOther?.isYes) faults.push(`${text} is a yes to another's question`)
  if (ofMeant?.isYes && (!isNamed || said.option !== 1)) faults.push(`${text} counts as a yes`)
  if (said.option === 2 && isNamed && !ofMeant?.kinds.includes('challenge-denied'))
    faults.push(`${text} is a no that is lost`)
  if (said.option === 2 && !isNamed) {
    if (!ofLast?.kinds.includes('challenge-denied')) faults.push(`${text} denies nothing`)
    if (!ofFirst?.kinds.includes('challenge-doubted')) faults.push(`${text} is not noted`)
  }
  for (const { id } of [first, last]) {
    bank.network.forget(id)
    bank.executor.forget(id)
  }
  const replies = seen.filter(({ isReplied }) => isReplied).length
  const named = faults.map((fault) => `pair ${index}: ${fault}`)
  return { messages, callbacks: 1, replies, words, failures: {}, faults: named }
}

/** Texts that mean only no, so that a code before them identifies the question. */
function pickNo(chance: Chance): PersonReply {
  return { text: chance.pick(['não', 'nao fui eu', 'NÃO RECONHEÇO', 'é golpe', 'n']), option: 2 }
}

async function ask(
  bank: Bank,
  tenant: string,
  phone: ReturnType<typeof newPhone>,
  count: () => void,
): Promise<Side> {
  const headers = bank.headersOf(tenant)
  const body = { documentType: 'CPF', document: '52998224725', phone }
  const created = await bank.call('POST', '/v1/transaction', { headers, body })
  const { id } = await created.json()
  const arrived: Taken[] = []
  bank.network.watch(id, {
    fateOf: () => 'taken',
    refused: () => {},
    taken(message) {
      count()
      arrived.push(message)
    },
  })
  const asked = await bank.call('POST', `/v1/transaction/${id}/sms/2fa`, { headers })
  const { text } = await asked.json()
  await bank.executor.settle(id)
  const [taken] = arrived
  const [code] = /\d{2,}(?= 1 para)/.exec(text) ?? []
  if (!taken || code === undefined) throw new Error(`a shared sender asks without a code: ${text}`)
  return { tenant, id, headers, code, taken }
}

async function post(bank: Bank, { taken }: Side, text: string): Promise<void> {
  const { path, headers, body } = taken.answer(`answer of ${taken.attemptId}`, { text })
  const answered = await bank.call('POST', path, {
    body,
    headers: { ...headers, authorization: '' },
  })
  if (answered.status !== 200) throw new Error(`${path} answered ${answered.status}`)
}

async function read(bank: Bank, { id, headers }: Side) {
  const [listed, timeline] = await Promise.all([
    bank.call('GET', `/v1/transaction/${id}/sms/2fa`, { headers }),
    bank.call('GET', `/v1/transaction/${id}/timeline`, { headers }),
  ])
  const [{ status, text }] = await listed.json()
  const kinds: string[] = (await timeline.json()).map(({ kind }: { kind: string }) => kind)
  return { isReplied: status === 'Replied', isYes: status === 'Replied' && text === 'Sim', kinds }
}
