// The protocols of vendors of checks, as their documentation shows them. Each one knows one person or company.
import type { CheckVendorAnswer, CheckVendorRequest } from './check-server.ts'

export const knownName = 'João da Silva'
export const knownDocument = '52998224725'
export const knownCompany = '11222333000181'
export const knownBin = '45717360'

const notFound = { status: 404, body: { message: 'não encontrado' } }

/** yente 5: a list of queries, each with its results. */
export function yenteDialect({ url, body }: CheckVendorRequest): CheckVendorAnswer {
  if (url.pathname === '/catalog') {
    const updated_at = '2026-11-22T06:00:00'
    return {
      status: 200,
      body: { datasets: [{ name: 'default', version: '20261122', updated_at }] },
    }
  }
  if (url.pathname !== '/match/default') return { status: 404, body: { detail: 'No such dataset' } }
  const { queries } = JSON.parse(body) as {
    queries: Record<string, { schema: string; properties: Record<string, string[]> }>
  }
  const responses = Object.entries(queries).map(([key, query]) => {
    const isKnown = query.properties['name']?.includes(knownName)
    const results = isKnown ? [yenteEntity] : []
    return [key, { status: 200, query, total: { value: results.length, relation: 'eq' }, results }]
  })
  return { status: 200, body: { responses: Object.fromEntries(responses), limit: 5 } }
}

const yenteEntity = {
  id: 'NK-1',
  caption: knownName,
  schema: 'Person',
  properties: { name: [knownName], topics: ['sanction', 'role.pep'], country: ['br'] },
  datasets: ['us_ofac_sdn'],
  referents: [],
  target: true,
  first_seen: '2023-01-01T00:00:00',
  last_seen: '2026-01-01T00:00:00',
  score: 0.91,
  match: true,
  explanations: { name_match: { score: 0.9, detail: '', query: '', candidate: '' } },
}

/** watchman 2: every error has status 400, also that of an unknown parameter. */
export function watchmanDialect({ url }: CheckVendorRequest): CheckVendorAnswer {
  if (url.pathname === '/v2/listinfo')
    return { status: 200, body: { lists: { us_ofac: 17_646 }, endedAt: '2026-11-22T06:00:00Z' } }
  const known = ['type', 'name', 'birthDate', 'gov_tax-id', 'minMatch', 'limit']
  if ([...url.searchParams.keys()].some((one) => !known.includes(one)))
    return { status: 400, body: { error: 'unknown parameter' } }
  const isKnown = url.searchParams.get('name') === knownName
  const entities = isKnown ? [watchmanEntity] : []
  return { status: 200, body: { query: {}, entities } }
}

const watchmanEntity = {
  name: knownName,
  entityType: 'person',
  sourceList: 'us_ofac',
  sourceID: '9640',
  person: { name: knownName, altNames: null, gender: 'male', birthDate: '1970-01-01' },
  business: null,
  organization: null,
  contact: {},
  addresses: null,
  sanctionsInfo: { programs: ['SDGT'], secondary: false, description: '' },
  match: 0.97,
}

const registered = {
  cnpj: knownCompany,
  razao_social: 'AÇÚCAR E CAFÉ LTDA',
  nome_fantasia: '',
  situacao_cadastral: 2,
  descricao_situacao_cadastral: 'ATIVA',
  data_inicio_atividade: '2015-03-10',
  identificador_matriz_filial: 1,
  cnae_fiscal: 111301,
  cnaes_secundarios: [{ codigo: 6201501, descricao: 'Desenvolvimento de programas' }],
  qsa: [
    {
      identificador_de_socio: 2,
      nome_socio: 'JOAO DA SILVA',
      cnpj_cpf_do_socio: '***982247**',
      codigo_qualificacao_socio: 49,
    },
  ],
  municipio: 'SAO PAULO',
  uf: 'SP',
  cep: '01001000',
  email: null,
  capital_social: 10_000,
  opcao_pelo_mei: null,
  regime_tributario: null,
}

/** A second company of the register: Banco do Brasil. */
const ofBank = { ...registered, cnpj: '00000000000191', razao_social: 'BANCO DO BRASIL SA' }

const register = ({ url }: CheckVendorRequest): CheckVendorAnswer => {
  const found = [registered, ofBank].find(({ cnpj }) => url.pathname.endsWith(`/${cnpj}`))
  return found ? { status: 200, body: found } : notFound
}

export const minhaReceitaDialect = register

/** BrasilAPI refuses requests without a user agent of their own. */
export function brasilApiDialect(request: CheckVendorRequest): CheckVendorAnswer {
  const agent = request.headers['user-agent']
  return !agent || agent === 'node' ? { status: 403, body: 'forbidden' } : register(request)
}

export function binlistDialect({ url }: CheckVendorRequest): CheckVendorAnswer {
  if (url.pathname !== `/${knownBin}`) return { status: 404, body: {} }
  const body = {
    number: { length: 16, luhn: true },
    scheme: 'visa',
    type: 'debit',
    brand: 'Visa Clássica',
    prepaid: null,
    country: { numeric: '076', alpha2: 'BR', name: 'Brazil', emoji: '🇧🇷', currency: 'BRL' },
    bank: { name: 'Banco São João' },
  }
  // Latin-1 cannot encode the flag, so it is left out.
  return { status: 200, body: { ...body, country: { ...body.country, emoji: '' } } }
}

/** A bureau that reports its errors with status 200. */
export function bureauDialect({ url, body, headers }: CheckVendorRequest): CheckVendorAnswer {
  if (url.pathname === '/oauth/token')
    return { status: 200, body: { access_token: 'a token', expires_in: 3_600 } }
  if (headers['authorization'] !== 'Bearer a token') return { status: 401, body: {} }
  const { q } = JSON.parse(body) as { q: { doc: string } }
  if (q.doc === '00000000191') return { status: 200, body: { Status: -114, Message: 'invalid' } }
  if (q.doc !== knownDocument) return { status: 200, body: { Status: 0, Result: [] } }
  const found = { TaxId: knownDocument, Name: knownName, TaxIdStatus: 'REGULAR' }
  return { status: 200, body: { Status: 0, Result: [found] } }
}
