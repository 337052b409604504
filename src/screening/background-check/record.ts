// Maps a request to the subject of a check, and a stored check to its form in the API.
import {
  type Hit,
  hitIdsOf,
  type HitOrigin,
  readJudged,
} from '#src/screening/answers/judgements.ts'
import { statusOf } from '#src/screening/checks/end.ts'
import type { CheckAnswer } from '#src/screening/orders/port.ts'
import { isOwnResult } from '#src/screening/wire/own-services.ts'
import type { CompanySubject, PersonSubject } from '#src/screening/wire/request.ts'
import {
  type Check,
  listOrders,
  newestOf,
  type Order,
  readResult,
  readSubject,
  type Subject,
} from '#src/screening/orders/store.ts'
import { toDocument } from '#src/screening/answers/subject.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { StoredTransaction } from '#src/journey/transaction/store.ts'
import { type CheckedSubject, type Ownership, ownershipsOf } from './own-checks.ts'
import { toDate } from './rules.ts'
import type { BackgroundCheck, CompanyParams, PersonParams } from './schema.ts'

export const module = 'background-check'

export function toPerson(params: PersonParams): PersonSubject {
  const { cpf, fullName, birthDate, mothersName, fathersName, rg, issuanceDateRg, gender } = params
  return filled({
    document: toDocument(cpf),
    name: fullName?.trim(),
    birthdate: toDate(birthDate),
    mothersName: mothersName?.trim(),
    fathersName: fathersName?.trim(),
    rg,
    issuanceDateRg: toDate(issuanceDateRg),
    gender,
  })
}

export function toCompany(params: CompanyParams): CompanySubject {
  const { document, companyName, fantasyName, openingDate, cnaes, partners, ...rest } = params
  const { email, address, legalRepresentatives, phones } = rest
  return filled({
    document: toDocument(document),
    name: companyName?.trim(),
    tradeName: fantasyName?.trim(),
    openingDate: toDate(openingDate),
    email,
    address: address && filled(address),
    partners: partners?.map((one) =>
      filled({ document: toDocument(one.document), name: one.partnerName }),
    ),
    legalRepresentatives: legalRepresentatives?.map((one) =>
      filled({ document: toDocument(one.document), name: one.name }),
    ),
    phones: phones?.map(filled),
    cnaes: cnaes?.flatMap(({ code }) => code ?? []),
  })
}

type Filled<T> = { -readonly [K in keyof T]?: Exclude<T[K], undefined> }

/** Leaves out empty and undefined fields, for which the transaction's own data are used. */
function filled<T extends object>(fields: T): Filled<T> {
  // Safe because only values are left out.
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  ) as Filled<T>
}

type Opener = Pick<StoredTransaction, 'tenant' | 'mode' | 'id' | 'key' | 'fields' | 'clockOffsetMs'>

/** Reads them in the given order. */
export async function readChecks(
  db: Db,
  sealer: Sealer,
  opener: Opener,
  checks: readonly Check[],
): Promise<BackgroundCheck[]> {
  const about = await Promise.all(
    checks.map(async (check) => ({ check, subject: await readSubject(sealer, opener, check) })),
  )
  const subjects = about.map(({ check: { port }, subject }) => ({ port, subject }))
  // Safe because checks of this module only use these ports.
  const own = await ownershipsOf(db, sealer, opener, subjects as CheckedSubject[])
  return Promise.all(
    about.map(({ check, subject }, at) =>
      readCheck(db, sealer, opener, { check, subject, ownership: own[at] }),
    ),
  )
}

type About = {
  readonly check: Check
  readonly subject: Subject
  readonly ownership: Ownership | undefined
}

async function readCheck(
  db: Db,
  sealer: Sealer,
  opener: Opener,
  { check, subject, ownership }: About,
): Promise<BackgroundCheck> {
  const orders = newestOf(await listOrders(db, check.id))
  const found = await Promise.all(
    orders.map(async (order) => ({
      order,
      answer: (await readResult(sealer, opener, order)) ?? null,
      origin: originOf(check, order, subject),
    })),
  )
  const now = new Date(Date.now() + opener.clockOffsetMs)
  const judged = await readJudged(db, sealer, { ...opener, now }, found)
  const services = found.map(({ order, origin, answer }) =>
    toService(order, answer && nameHits(sealer, check.id, origin, judged(origin, answer))),
  )
  const { id, port, createdAt, everyDays } = check
  const status = statusOf(orders)
  // The check was read before its orders, and a commit in between may have ended all of them.
  const completedAt =
    status === 'processing' ? undefined : (check.endedAt ?? lastEndOf(check, orders))
  return {
    transactionId: opener.id,
    backgroundCheckId: id,
    type: port === 'company-check' ? 'company' : 'person',
    isOwn: ownership !== undefined,
    ...(ownership === 'party' && { isParty: true }),
    status,
    createdAt: createdAt.toISOString(),
    ...(completedAt && { completedAt: completedAt.toISOString() }),
    ...(everyDays !== null && { everyDays }),
    services,
  }
}

/** The end of the order that ended last. */
const lastEndOf = ({ createdAt }: Check, orders: readonly Order[]): Date =>
  orders.reduce((last, { endedAt }) => (endedAt && endedAt > last ? endedAt : last), createdAt)

export const originOf = (
  { port }: Pick<Check, 'port'>,
  { service, source }: Pick<Order, 'service' | 'source'>,
  subject: Subject,
): HitOrigin => ({ port, service, source: source ?? '', subject })

function nameHits(
  sealer: Sealer,
  checkId: string,
  origin: HitOrigin,
  answer: CheckAnswer,
): CheckAnswer {
  const name = <One extends Hit>(hit: One): One => {
    const [hitId] = hitIdsOf(sealer, checkId, origin, hit)
    return { ...hit, ...(hitId !== undefined && { hitId }) }
  }
  return {
    ...answer,
    ...('matches' in answer && answer.matches && { matches: answer.matches.map(name) }),
    ...('records' in answer && answer.records && { records: answer.records.map(name) }),
  }
}

function toService(
  { service: name, status, failureCode, source, endedAt }: Order,
  result: CheckAnswer | null,
): BackgroundCheck['services'][number] {
  return {
    name,
    status,
    ...(failureCode !== null && { failure: failureCode }),
    ...(result && toShown(result)),
    ...(source !== null && { source }),
    ...(endedAt && { at: endedAt.toISOString() }),
  }
}

const toShown = (
  result: CheckAnswer,
): Pick<BackgroundCheck['services'][number], 'result' | 'values'> =>
  isOwnResult(result)
    ? { values: result.values }
    : // Safe because the results of these ports are theirs.
      { result: result as BackgroundCheck['services'][number]['result'] & object }
