// Rare cases that no journey of the day includes, each once: a prefix without answers, changed SIMs, callbacks that are
// forged or concern another sender, a template that its vendor has paused. A further tenant has all of them, in live
// mode.
import { randomInt } from 'node:crypto'
import { takeTemplateReport } from '#src/messaging/sending/templates/watch.ts'
import type { SimSwapSource } from '#src/messaging/challenges/messaging.ts'
import type { TenantsConfig } from '#src/platform/tenants/settings.ts'
import type { SignedCallback } from '#src/vendors/sandbox/courier.ts'
import { mintToken } from '#test/support/token.ts'
import type { Bank } from './journey.ts'
import { pausable, type Taken } from './network.ts'

export const odd = 'odd'

const sendsMin = 5

/** The settings under which the first sends succeed and the prefix, which never answers, is then blocked. */
export const oddSettings: TenantsConfig['tenants'][string] = {
  messages: {
    pumping: { action: 'block', sendsMin, answeredPercentMin: 20, blockMinutes: 60 },
    simSwap: { hours: 72, action: 'lower', ifUnknown: 'send' },
  },
}

/** Answers for successive numbers that the SIM is unchanged, was changed, or is unknown. */
export function createSims(): SimSwapSource {
  const answers = ['same', 'swapped', 'unknown'] as const
  let turn = 0
  return { id: 'operators', ask: async () => answers[turn++ % answers.length] ?? 'unknown' }
}

/** Runs the rare cases; resolves to the faults that it found. */
export async function runOdd(bank: Bank): Promise<string[]> {
  const faults: string[] = []
  const expect = (what: string, is: unknown, should: unknown) => {
    if (is !== should) faults.push(`odd: ${what} was ${String(is)}, not ${String(should)}`)
  }
  const taken: Taken[] = []
  const token = await mintToken({ tenant: odd, mode: 'live' })
  const headers = { authorization: `Bearer ${token}` }
  const first = randomInt(96_000, 99_999) * 10_000
  for (let n = 0; n <= sendsMin; n += 1) {
    const phone = { countryCode: 55, areaCode: 11, number: first + n }
    const body = { documentType: 'CPF', document: '52998224725', phone }
    const created = await bank.call('POST', '/v1/transaction', { headers, body })
    const { id } = await created.json()
    bank.network.watch(id, {
      fateOf: () => 'taken',
      refused: () => faults.push('odd: a message was refused'),
      taken: (message) => void taken.push(message),
    })
    const asked = await bank.call('POST', `/v1/transaction/${id}/sms/2fa`, { headers })
    expect(`the order ${n} to the prefix`, asked.status, n < sendsMin ? 201 : 429)
    await bank.executor.settle(id)
    bank.executor.forget(id)
  }
  const post = async ({ path, headers: signed, body }: SignedCallback) => {
    const call = { body, headers: { ...signed, authorization: '' } }
    return (await bank.call('POST', path, call)).status
  }
  const [one] = taken
  if (!one) return [...faults, 'odd: nothing was sent']
  const { path, headers: signed, body } = one.report('delivered')
  const forged = Object.fromEntries(Object.keys(signed).map((name) => [name, 'AAAA']))
  expect('a forged callback', await post({ path, headers: { ...signed, ...forged }, body }), 401)
  expect('a callback of a message that is not ours', await post(one.stray()), 200)
  const paused = { ...pausable, isUsable: false, status: 'paused' }
  await takeTemplateReport(bank.deps, `${odd}-whatsapp-a`, paused, new Date())
  return faults
}
