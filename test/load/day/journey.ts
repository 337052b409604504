// Simulates one journey: a person is sent a question, and the reports and answers arrive in time, late, twice, in
// another order, or never. Everything that the service received is recorded, to compare it with the service’s records.
import { advanceClock } from '#src/sandbox/clock.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import { newPhone } from '#test/support/messaging/carriers.ts'
import type { SignedCallback } from '#src/vendors/sandbox/courier.ts'
import { type Chance, createChance } from '#test/load/chance.ts'
import { Ledger } from './ledger.ts'
import type { Fate, Network, Taken } from './network.ts'
import { type Happening, happeningsOf } from './people.ts'
import type { AllDeps } from '#src/main/capability.ts'
import type { Call } from '#test/support/app.ts'
import type { Executor } from './executor.ts'

export type DayReport = {
  readonly messages: number
  readonly callbacks: number
  readonly replies: number
  readonly words: { readonly said: number; readonly misread: number; readonly missed: number }
  /** The counts of vendors’ failure codes, by name and class: `twilio-30005 (unrouted)`. */
  readonly failures: Readonly<Record<string, number>>
  /** Disagreements, each with its journey. */
  readonly faults: readonly string[]
}

type Arrival = { readonly at: number; readonly post: () => Promise<void> }

export async function runJourney(bank: Bank, seed: number, index: number): Promise<DayReport> {
  const chance = createChance(seed, index)
  const tenant = chance.pick(bank.tenants)
  const channel = chance.percent(50) ? 'sms' : 'whatsapp'
  const headers = bank.headersOf(tenant)
  const path = channel === 'sms' ? 'sms/2fa' : 'whatsapps/2fa'
  const arrivals: Arrival[] = []
  let offsetMs = 0
  let callbacks = 0
  const now = () => Date.now() + offsetMs

  const created = await bank.call('POST', '/v1/transaction', {
    headers,
    body: { documentType: 'CPF', document: chance.digits(11), phone: newPhone() },
  })
  const { id } = await created.json()
  const ledger = new Ledger(channel)
  bank.network.watch(id, {
    fateOf: (refusals) => drawFate(chance, refusals),
    refused: (of, failure) => ledger.refuse(of, failure),
    taken(message) {
      ledger.take(message)
      for (const happening of happeningsOf(chance, channel, message.failures))
        plan(message, happening, now())
    },
  })

  function plan(message: Taken, happening: Happening, takenAt: number): void {
    const at = takenAt + happening.afterSeconds * 1_000
    // A small share of callbacks is lost, and some arrive late, after others.
    if (chance.percent(1)) return
    const times = chance.percent(4) ? 2 : 1
    const name = `${message.attemptId} ${happening.afterSeconds}`
    for (let time = 0; time < times; time++) {
      const lateMs = chance.percent(5) ? chance.between(1, 120) * 1_000 : chance.between(0, 900)
      arrivals.push({ at: at + lateMs, post: () => arrive(message, happening, name) })
    }
  }

  async function arrive(message: Taken, happening: Happening, name: string): Promise<void> {
    if ('report' in happening) {
      ledger.report(message, happening.report)
      return post(message.report(happening.report))
    }
    if ('failed' in happening) {
      ledger.fail(message, message.failureOf(happening.failed))
      return post(message.fail(happening.failed))
    }
    const option =
      'tap' in happening
        ? message.options.find(({ option }) => option === happening.tap)
        : undefined
    const said = 'said' in happening ? happening.said : undefined
    ledger.answer(message, name, said ?? { option: option?.option, text: '' }, now())
    await post(message.answer(name, option ?? { text: said?.text ?? '' }))
  }

  async function post({ path: hook, headers: signed, body }: SignedCallback): Promise<void> {
    callbacks++
    const answered = await bank.call('POST', hook, {
      body,
      headers: { ...signed, authorization: '' },
    })
    if (answered.status !== 200) ledger.fault(`${hook.split('?')[0]} answered ${answered.status}`)
    await bank.executor.settle(id)
  }

  async function ask(): Promise<void> {
    const answered = await bank.call('POST', `/v1/transaction/${id}/${path}`, { headers })
    if (answered.status !== 201) return ledger.fault(`asking answered ${answered.status}`)
    ledger.asked(await answered.json(), now())
    await bank.executor.settle(id)
  }

  async function advanceTo(at: number): Promise<void> {
    const ms = Math.ceil(at - now())
    if (ms <= 0) return
    await commitOn(bank.deps, id, async (_tx, locked) => void advanceClock(locked, ms))
    offsetMs += ms
    await bank.executor.settle(id)
  }

  /** All arrivals before the next due task, or before `until`, are posted after one move of the clock. */
  async function next(until = Infinity): Promise<boolean> {
    arrivals.sort((one, other) => one.at - other.at)
    const end = Math.min(bank.executor.dueAt(id), until)
    const together = arrivals.splice(0, Math.max(1, arrivals.filter(({ at }) => at < end).length))
    const last = together.at(-1)
    if (!last) return false
    await advanceTo(ledger.awayFromExpiry(last.at))
    for (const { post: arrival } of together) await arrival()
    return true
  }

  await ask()
  if (chance.percent(10)) {
    // If the person has not answered, the client sends another question after the cool-down.
    const againAt = now() + chance.between(31, 200) * 1_000
    while (arrivals.some(({ at }) => at < againAt)) await next(againAt)
    await advanceTo(againAt)
    if (ledger.isAskable()) await ask()
  }
  while (await next());
  await advanceTo(now() + 30 * 60_000)
  // A failover may have sent further messages, whose reports arrive now.
  while (await next());
  const listed = await bank.call('GET', `/v1/transaction/${id}/${path}`, { headers })
  ledger.compare(await listed.json())
  bank.network.forget(id)
  bank.executor.forget(id)
  const faults = ledger.faults.map((fault) => `journey ${index} (${channel}): ${fault}`)
  const { messages, replies, words, failures } = ledger
  return { messages, callbacks, replies, words, failures, faults }
}

function drawFate(chance: Chance, refusals: readonly [string, ...string[]]): Fate {
  if (chance.percent(0.8)) return 'busy'
  if (chance.percent(1.5)) return { code: chance.pick(refusals) }
  if (chance.percent(0.5)) return 'lost answer'
  return chance.percent(0.5) ? 'lost request' : 'taken'
}

export type Bank = {
  readonly tenants: readonly [string, ...string[]]
  readonly network: Network
  readonly executor: Executor
  readonly deps: AllDeps
  readonly call: Call
  /** The headers with a tenant’s credential. */
  headersOf(tenant: string): Record<string, string>
}
