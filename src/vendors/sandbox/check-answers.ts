// The results of the sandbox's checks. Pure: the same document always gives the same answer.
import type { CheckAnswer, CheckOutcome } from '#src/screening/orders/port.ts'
import {
  type CheckRequest,
  type CompanySubject,
  foreignOf,
  type PersonSubject,
} from '#src/screening/wire/request.ts'
import type { Samples } from '#src/screening/wire/own-schema.ts'
import { answerOfficial } from './official-answers.ts'
import { mayHaveNoData } from '#src/screening/wire/required.ts'
import type { CompanyResult, ListMatch, PersonResult } from '#src/screening/wire/schema.ts'
import { type DocumentEnding, magicDigits, readDocumentEnding } from './check-endings.ts'

const dayMs = 86_400_000

type Asked = {
  readonly ending: DocumentEnding | undefined
  /** Rounds are counted from 1. */
  readonly round: number
  readonly now: Date
}

export function answerCheck(request: CheckRequest, asked: Asked): CheckOutcome {
  if (request.port === 'card-risk') return answerCard(request.subject.bin)
  if (asked.ending === '0004' && mayHaveNoData(request.service))
    return request.port === 'company-check'
      ? { kind: 'answered', answer: { found: false } }
      : { kind: 'no-data' }
  if (asked.ending === '0018') return { kind: 'answered', answer: {} }
  return { kind: 'answered', answer: answerOf(request, asked) }
}

/**
 * Answers as the service's definition says for the magic digits of the subject; without samples the sandbox has no
 * data.
 */
export function answerOwn(request: CheckRequest, samples: Samples = {}): CheckOutcome {
  const { subject } = request
  const document = 'document' in subject ? subject.document : undefined
  const digits = magicDigits(document, foreignOf(subject)?.number)
  if (digits === '0004') return { kind: 'no-data' }
  if (digits === '0018') return { kind: 'uncertain', cause: 'unreadable' }
  const values = (Object.hasOwn(samples, digits) && samples[digits]) || samples['else']
  return values
    ? { kind: 'answered', answer: { values } }
    : { kind: 'rejected', class: 'account', code: 'sandbox-no-sample' }
}

function answerOf(
  request: Exclude<CheckRequest, { port: 'card-risk' }>,
  asked: Asked,
): CheckAnswer {
  switch (request.port) {
    case 'official-match':
      return answerOfficial(request.subject, asked.ending)
    case 'person-check':
      return answerPerson(request, asked)
    case 'company-check':
      return answerCompany(request, asked)
    case 'credit':
      return answerCredit(request.subject.document)
  }
}

type Of<Port extends CheckRequest['port']> = Extract<CheckRequest, { port: Port }>

const somebodyElse = {
  name: 'Pessoa de Exemplo',
  birthdate: '1930-02-03',
  mothersName: 'Mãe de Exemplo',
}

const personStatuses: Partial<Record<DocumentEnding, NonNullable<PersonResult['status']>>> = {
  '0016': 'deceased',
  '0019': 'pending',
  '0020': 'cancelled',
}
const companyStatuses: Partial<Record<DocumentEnding, NonNullable<CompanyResult['status']>>> = {
  '0017': 'closed',
  '0019': 'suspended',
  '0020': 'null',
}

function answerPerson({ service, subject }: Of<'person-check'>, asked: Asked): CheckAnswer {
  const { document, name, birthdate, mothersName } = subject
  const about = document === undefined ? {} : { document }
  switch (service) {
    case 'Sanctions':
    case 'Pep':
    case 'AdverseMedia':
      return { ...about, ...matchesOf(service, subject, asked) }
    case 'BasicInfos':
      return {
        ...about,
        ...(asked.ending === '0022'
          ? somebodyElse
          : {
              ...(name && { name }),
              ...(birthdate && { birthdate }),
              ...(mothersName && { mothersName }),
            }),
        status: (asked.ending && personStatuses[asked.ending]) ?? 'regular',
      }
    default:
      return { ...about, records: recordsOf(service, asked) }
  }
}

function answerCompany({ service, subject }: Of<'company-check'>, asked: Asked): CheckAnswer {
  const { document, name, tradeName, cnaes, partners = [] } = subject
  const about = document === undefined ? {} : { document }
  if (service === 'LawSuits') return { ...about, records: recordsOf(service, asked) }
  if (service !== 'CompanyRegistry' && service !== 'BasicInfos')
    return { ...about, ...matchesOf(service, subject, asked) }
  const monthAgo = new Date(asked.now.getTime() - 30 * dayMs).toISOString().slice(0, 10)
  return {
    ...about,
    found: true,
    name: asked.ending === '0022' ? 'Outra Firma de Exemplo SA' : name || 'Empresa Exemplo Ltda',
    ...(tradeName && { tradeName }),
    status: (asked.ending && companyStatuses[asked.ending]) ?? 'active',
    openedAt: asked.ending === '0016' ? monthAgo : '2015-03-10',
    headOffice: true,
    cnaes: (cnaes ?? []).map((code) => code.replace(/\D/g, '')).filter((code) => code.length === 7),
    partners: partners.flatMap(({ document: own, name: called }) =>
      called ? [{ name: called, ...registered(own) }] : [],
    ),
  }
}

/** Shows a person's number masked and a company's in full, as the registry does. */
function registered(document: string | undefined) {
  const number = document?.replace(/[^0-9A-Za-z]/g, '').toUpperCase() ?? ''
  if (number.length === 14) return { kind: 'company', document: number } as const
  const shown = number.length === 11 ? { document: `***${number.slice(3, 9)}**` } : {}
  return { kind: 'person', ...shown } as const
}

/** The sandbox's list has a new version every day. */
function matchesOf(service: string, subject: Listed, asked: Asked) {
  const version = asked.now.toISOString().slice(0, 10)
  const isOld = asked.ending === '0026'
  const updatedAt = new Date(asked.now.getTime() - (isOld ? 10 * dayMs : 0)).toISOString()
  return {
    matches: listMatches(service, subject, asked),
    searched: ['sandbox'],
    version,
    updatedAt,
  }
}

type Listed = PersonSubject | CompanySubject

function listMatches(service: string, subject: Listed, asked: Asked): ListMatch[] {
  const { name, document = foreignOf(subject)?.number } = subject
  const { ending, round } = asked
  const isSanctioned = ending === '0002' || ending === '0025' || (ending === '0014' && round > 1)
  const topic =
    service === 'Sanctions' && isSanctioned
      ? 'sanction'
      : service === 'Sanctions' && ending === '0024'
        ? 'debarment'
        : service === 'Pep' && ending === '0003'
          ? 'role.pep'
          : service === 'AdverseMedia' && ending === '0021'
            ? 'reputation'
            : undefined
  if (topic === undefined) return []
  return [
    {
      id: `sandbox-${topic}-1`,
      name: name || 'Pessoa Exemplo',
      score: 0.93,
      match: true,
      topics: [topic],
      lists: ['sandbox'],
      countries: ['br'],
      ...(document && ending !== '0025' && { documents: [document] }),
    },
  ]
}

const recordKinds: Readonly<Record<string, string>> = {
  ArrestWarrant: 'warrant',
  CriminalRecord: 'criminal-record',
  LawSuits: 'lawsuit',
}

function recordsOf(service: string, { ending }: Asked) {
  const isCivil = ending === '0023' && service === 'ArrestWarrant'
  if (ending !== '0015' && !isCivil) return []
  return [
    {
      id: `sandbox-${service}-1`,
      kind: isCivil ? 'civil-warrant' : (recordKinds[service] ?? 'record'),
      description: 'Registro de exemplo da sandbox',
      date: '2024-05-02',
      authority: 'Vara de exemplo',
    },
  ]
}

/** Chosen by the last two digits of the BIN. */
function answerCard(bin: string): CheckOutcome {
  const ending = bin.slice(-2)
  if (ending === '95') return { kind: 'rejected', class: 'input', code: 'sandbox-no-bin' }
  if (ending === '94') return { kind: 'no-data' }
  return {
    kind: 'answered',
    answer: {
      funding: ending === '96' ? 'debit' : 'credit',
      prepaid: ending === '97',
      country: ending === '98' ? 'US' : 'BR',
      bank: 'Banco Exemplo',
    },
  }
}

/** A score from 300 to 899, derived from the document. */
function answerCredit(document: string): CheckAnswer {
  const sum = Array.from(document).reduce((total, one, index) => {
    return total + one.charCodeAt(0) * (index + 3)
  }, 0)
  return { document, scores: [{ name: 'SANDBOX', value: String(300 + ((sum * 37) % 600)) }] }
}

/** The magic ending of the subject's document; undefined for a subject without one. */
export function endingOf(request: CheckRequest): DocumentEnding | undefined {
  const { subject } = request
  const document = 'document' in subject ? subject.document : undefined
  return readDocumentEnding(document, foreignOf(subject)?.number)
}
