// Looks up companies at Minha Receita, and otherwise at BrasilAPI.
import { z } from 'zod'
import { type CheckDefaults, defineCheckVendor } from '#src/vendors/parts/check-vendor.ts'
import { KnownCnpj, proveLife } from './proof-of-life.ts'
import type { CheckAnswer, CheckContext, CheckOutcome, Port } from '#src/screening/orders/port.ts'
import type { CheckRequest } from '#src/screening/wire/request.ts'
import type { CompanyResult } from '#src/screening/wire/schema.ts'
import { reachOf } from '#src/journey/calls/connector.ts'
import type { HttpResponse } from '#src/vendors/parts/outcome.ts'
import { ask, readBody, toRefusal, unreadable } from '#src/vendors/parts/check-answer.ts'

type Options = Pick<CheckDefaults, 'privateHosts'> & {
  readonly baseUrl: string
  readonly timeoutMs: number
  /** A CNPJ that the register surely has. */
  readonly knownCnpj: string
}

/** The path of the register's URL before the number, and the server when the account names none. */
type Register = { readonly vendor: string; readonly server: string; readonly path: string }

const text = z.string().nullish()
const number = z.number().nullish()

const Company = z.object({
  cnpj: z.string(),
  razao_social: text,
  nome_fantasia: text,
  codigo_natureza_juridica: number,
  situacao_cadastral: number,
  data_inicio_atividade: text,
  identificador_matriz_filial: number,
  cnae_fiscal: number,
  cnaes_secundarios: z.array(z.object({ codigo: z.number() })).nullish(),
  qsa: z
    .array(z.object({ identificador_de_socio: number, nome_socio: text, cnpj_cpf_do_socio: text }))
    .nullish(),
  municipio: text,
  uf: text,
  cep: text,
  capital_social: number,
})

function openRegister({ vendor, path }: Register, options: Options) {
  const { timeoutMs, knownCnpj } = options
  const base = options.baseUrl.replace(/\/+$/, '')
  const reach = reachOf([new URL(base)], options.privateHosts)
  const limits = { totalMs: timeoutMs, reach }

  const lookUp = (document: string, signal: AbortSignal): Promise<CheckOutcome> => {
    const url = new URL(base + path + encodeURIComponent(document))
    return ask({ method: 'GET', url, signal }, limits, (answer) => readAnswer(vendor, answer))
  }
  const isAlive = proveLife(async (signal) => {
    const outcome = await lookUp(knownCnpj, signal)
    return outcome.kind === 'answered' && isNamed(outcome.answer, knownCnpj)
  })

  return {
    offers: (port: Port, service: string) =>
      port === 'company-check' && (service === 'CompanyRegistry' || service === 'BasicInfos'),
    async buy(request: CheckRequest, { signal }: CheckContext): Promise<CheckOutcome> {
      const document = request.port === 'company-check' ? request.subject.document : undefined
      if (document === undefined || !/^[0-9A-Z]{12}\d{2}$/.test(document))
        return { kind: 'rejected', class: 'input', code: `${vendor}-no-document` }
      const outcome = await lookUp(document, signal)
      if (outcome.kind !== 'answered' || isNamed(outcome.answer, document)) return outcome
      return (await isAlive(signal)) ? outcome : unreadable
    },
  }
}

/** Whether the answer has the company's name, which shows that the register has its data. */
const isNamed = (answer: CheckAnswer, document: string): boolean =>
  'name' in answer && 'document' in answer && answer.document === document

/** A number that the register does not know is a finding, and no lack of data. */
const notFound: CheckOutcome = { kind: 'answered', answer: { found: false } }

function readAnswer(vendor: string, answer: HttpResponse): CheckOutcome {
  // The server refuses by its terms or its limit for bots, which says nothing about the number.
  if (answer.status === 403)
    return { kind: 'rejected', class: 'account', code: `${vendor}-http-403` }
  if (answer.status === 404) return notFound
  if (answer.status !== 200) return toRefusal(vendor, answer)
  const company = readBody(Company, answer.body)
  return company ? { kind: 'answered', answer: toResult(company) } : unreadable
}

const statuses = new Map([
  [1, 'null'],
  [2, 'active'],
  [3, 'suspended'],
  [4, 'unfit'],
  [8, 'closed'],
] as const)

const partnerKinds = new Map([
  [1, 'company'],
  [2, 'person'],
  [3, 'foreign'],
] as const)

function toResult(company: z.output<typeof Company>): CompanyResult {
  const {
    cnae_fiscal: main,
    cnaes_secundarios: others,
    identificador_matriz_filial: head,
  } = company
  const codes = [main, ...(others ?? []).map(({ codigo }) => codigo)]
  // A company without main activity has the code 0.
  const cnaes = codes.flatMap((code) => (code ? [String(code).padStart(7, '0')] : []))
  const opened = company.data_inicio_atividade
  // Safe because an unknown key gives undefined.
  const status = statuses.get(company.situacao_cadastral as 2) ?? 'unknown'
  return {
    document: company.cnpj.replace(/[^0-9A-Z]/g, ''),
    found: true,
    status,
    ...named('name', company.razao_social),
    ...named('tradeName', company.nome_fantasia),
    ...named('legalNature', toNature(company.codigo_natureza_juridica)),
    ...named('city', company.municipio),
    ...named('state', company.uf),
    ...named('zipCode', company.cep),
    ...(z.iso.date().safeParse(opened).success && opened ? { openedAt: opened } : {}),
    ...(typeof head === 'number' && { headOffice: head === 1 }),
    cnaes: cnaes.filter((code) => code.length === 7),
    ...(typeof company.capital_social === 'number' && { capital: company.capital_social }),
    partners: (company.qsa ?? []).flatMap((partner) => toPartner(partner)),
  }
}

/** Writes `2135` as it is printed, `213-5`. */
const toNature = (code: number | null | undefined): string | undefined =>
  code
    ? String(code)
        .padStart(4, '0')
        .replace(/(?=\d$)/, '-')
    : undefined

const named = <Name extends string>(name: Name, value: string | null | undefined) =>
  // Safe because the only key is `name`.
  (value?.trim() ? { [name]: value } : {}) as { [Key in Name]?: string }

type Partner = NonNullable<z.output<typeof Company>['qsa']>[number]

function toPartner({
  identificador_de_socio: kind,
  nome_socio: name,
  cnpj_cpf_do_socio,
}: Partner): NonNullable<CompanyResult['partners']> {
  if (!name) return []
  const document = cnpj_cpf_do_socio?.replace(/[^0-9A-Z*]/g, '')
  // Safe because an unknown key gives undefined.
  const known = partnerKinds.get(kind as 2) ?? 'unknown'
  return [{ name, kind: known, ...(document ? { document } : {}) }]
}

const defineRegister = (register: Register) =>
  defineCheckVendor({
    name: register.vendor,
    fields: {
      baseUrl: z.url({ protocol: /^https?$/ }).default(register.server),
      knownCnpj: KnownCnpj,
    },
    open: (options) => openRegister(register, options),
  })

/** A server of Minha Receita; for volume it should be the operator's own. */
export const minhaReceita = defineRegister({
  vendor: 'minha-receita',
  server: 'https://minhareceita.org',
  path: '/',
})

/** BrasilAPI, whose terms allow it as a fallback and not for volume. It passes on the answers of Minha Receita. */
export const brasilApi = defineRegister({
  vendor: 'brasilapi',
  server: 'https://brasilapi.com.br',
  path: '/api/cnpj/v1/',
})
