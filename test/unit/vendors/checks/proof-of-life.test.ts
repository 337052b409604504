// When a register that does not know a number, or shows no name for it, is believed: only while it surely has its data.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { trust } from '#src/screening/answers/trust.ts'
import type { CheckRequest } from '#src/screening/wire/request.ts'
import { type CheckVendorAnswer, startCheckServer } from '#test/support/vendors/check-server.ts'
import { contextOf, openCheckAccount } from '#test/support/vendors/check-harness.ts'

const bank = '00000000000191'
const asked = '11222333000181'
const missing = { status: 404, body: { message: 'não encontrado' } }
const of = (cnpj: string, more: object = {}): CheckVendorAnswer => ({
  status: 200,
  body: { cnpj, razao_social: 'EXEMPLO LTDA', situacao_cadastral: 2, ...more },
})
const nameless = of(asked, { razao_social: '' })

const about = { port: 'company-check', service: 'CompanyRegistry', subject: { document: asked, name: 'Exemplo Ltda' } } as const satisfies CheckRequest // prettier-ignore

describe.each(['minha-receita', 'brasilapi'])('%s', (vendor) => {
  let told: Record<string, CheckVendorAnswer>
  let server: Awaited<ReturnType<typeof startCheckServer>>
  beforeEach(async () => {
    told = {}
    server = await startCheckServer(({ url }) => told[url.pathname.split('/').at(-1) ?? ''] ?? missing) // prettier-ignore
  })
  afterEach(() => server.close())

  const open = (more: object = {}) => {
    const own = { vendor, baseUrl: server.url, ...more }
    return openCheckAccount(own, { privateHosts: [server.host] })
  }
  const ask = async (account = open(), request: CheckRequest = about) =>
    trust(request, await account.buy(request, contextOf()))

  test.for<[string, Record<string, CheckVendorAnswer>]>([
    ['its 404 while it answers 404 of every number', {}],
    ['its 404 while the other number is a fault of its database', { [bank]: { status: 500, body: {} } }],
    ['its 404 while it limits the second request', { [bank]: { status: 429, body: {} } }],
    ['its 404 while the other company has no name', { [bank]: of(bank, { razao_social: null }) }],
    ['its 404 while the other company is a third one', { [bank]: of(asked) }],
    ['its 404 while the other answer is no company', { [bank]: { status: 200, body: {} } }],
    ['its 404 while its own date alone is there', { updated: { status: 200, body: { message: '2026-10-12' } } }],
    ['a company without a name while it answers 404 of the other number', { [asked]: nameless }],
    ['a name of spaces while it answers 404 of the other number', { [asked]: of(asked, { razao_social: '   ' }) }],
    ['a capital as a text', { [asked]: of(asked, { capital_social: '1000.00' }) }],
    ['an activity as a text', { [asked]: of(asked, { cnae_fiscal: '4721102' }) }],
    ['no name of all companies', { [asked]: nameless, [bank]: of(bank, { razao_social: '' }) }],
  ])('nothing is learnt: %s', async ([, answers]) => {
    told = answers
    expect(await ask()).toMatchObject({ kind: 'uncertain' })
  }) // prettier-ignore

  test.for<[string, Record<string, CheckVendorAnswer>, object]>([
    ['a number that nobody has', { [bank]: of(bank) }, { found: false }],
    ['a company that is there', { [asked]: of(asked) }, { found: true, status: 'active', name: 'EXEMPLO LTDA' }],
    ['one that is closed', { [asked]: of(asked, { situacao_cadastral: 8 }) }, { found: true, status: 'closed' }],
    ['one with a trade name alone', { [asked]: of(asked, { razao_social: '', nome_fantasia: 'Loja' }), [bank]: of(bank) }, { found: true, tradeName: 'Loja' }],
    ['one that the register keeps without a name', { [asked]: nameless, [bank]: of(bank) }, { found: true, status: 'active' }],
    ['one that began on a day that no calendar has', { [asked]: of(asked, { data_inicio_atividade: '0000-00-00' }) }, { found: true, status: 'active', name: 'EXEMPLO LTDA' }],
    ['one without name, partners and size', { [asked]: of(asked, { razao_social: '', qsa: [], porte: null, codigo_porte: null, capital_social: null }), [bank]: of(bank) }, { found: true, status: 'active' }],
    ['one with its punctuation', { [asked]: of('11.222.333/0001-81') }, { found: true, document: asked }],
  ])('it is said: %s', async ([, answers, answer]) => {
    told = answers
    expect(await ask()).toMatchObject({ kind: 'answered', answer })
  }) // prettier-ignore

  test('the proof is asked for once a minute, whoever asks, and by the number that the account names', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const account = open({ knownCnpj: '19131243000197' })
      told = { '19131243000197': of('19131243000197') }
      const proofs = () => server.requests.filter(({ url }) => url.pathname.endsWith('/19131243000197')) // prettier-ignore
      const all = await Promise.all([1, 2, 3].map(() => ask(account)))
      for (const one of all) expect(one).toMatchObject({ answer: { found: false } })
      expect(proofs()).toHaveLength(1)
      told = {}
      vi.advanceTimersByTime(59_000)
      await ask(account)
      expect(proofs()).toHaveLength(1)
      vi.advanceTimersByTime(1_000)
      expect(await ask(account)).toMatchObject({ kind: 'uncertain' })
      expect(proofs()).toHaveLength(2)
      // One that is away is asked again after five seconds, and is believed as soon as it is back.
      told = { '19131243000197': of('19131243000197') }
      vi.advanceTimersByTime(4_999)
      expect(await ask(account)).toMatchObject({ kind: 'uncertain' })
      expect(proofs()).toHaveLength(2)
      vi.advanceTimersByTime(1)
      expect(await ask(account)).toMatchObject({ answer: { found: false } })
      expect(proofs()).toHaveLength(3)
      vi.advanceTimersByTime(59_999)
      await ask(account)
      expect(proofs()).toHaveLength(3)
    } finally {
      vi.useRealTimers()
    }
  })
})
