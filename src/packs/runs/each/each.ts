// Runs a step that makes a transaction for each element of a list. The list is read once, when the run comes to the
// step, and stored.
import { append } from '#src/journey/journal/append.ts'
import type { ModuleAnswer } from '#src/journey/capabilities/module.ts'
import { type DocumentType, storedType } from '#src/journey/transaction/document-schema.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { CreateTransaction, type StoredFields } from '#src/journey/transaction/schema.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import {
  type Child,
  cancelChildren,
  childIdOf,
  type EachPlace,
  insertChildren,
  listChildren,
  prolongLinks,
  sealFields,
} from '#src/packs/children/store.ts'
import { isAwaited } from '#src/packs/document/child-rules.ts'
import { childrenMaxDefault, childrenMinDefault } from '#src/packs/document/faults/each-faults.ts'
import type { EachStep } from '#src/packs/document/pack.ts'
import { eachSteps } from '#src/packs/document/walk.ts'
import { childrenEnding, childrenOpened } from './each-kinds.ts'
import type { PackDeps } from '../deps.ts'
import type { OpenRun } from '../run.ts'
import type { StepResult } from '../step-result.ts'
import { fitsSubject, type Version } from '../versions.ts'

type Ctx = InCommit<PackDeps>
type Item = Readonly<Record<string, unknown>>

/** Whether the list of a step exists; a list that was read stays as it is. */
export async function answerList(
  ctx: Ctx,
  run: OpenRun,
  step: EachStep,
): Promise<true | 'unanswered'> {
  const { status = 'pending' } = run.modules.get(step.id) ?? {}
  if (status !== 'pending') return true
  return (await readList(ctx, run, step)) ? true : 'unanswered'
}

/** True once each element has its verdict or can have none. */
export async function takeEach(
  ctx: Ctx,
  run: OpenRun,
  step: EachStep,
  begins: boolean,
): Promise<StepResult> {
  const { tx, locked } = ctx
  const place = placeOf(run, step.id)
  const { deadlineAt } = run.modules.get(step.id) ?? {}
  const until = deadlineAt ?? locked.now
  const known = await listChildren(tx, place)
  const opens = { kind: childrenOpened, ref: run.row.id, module: step.id } as const
  if (known.length > 0) {
    const isOver = known.every(({ status }) => !isAwaited(status))
    if (isOver || !begins) return isOver
    if (step.link) await prolongLinks(tx, place, until)
    append(locked, { ...opens, attempt: known.length })
    return false
  }
  if (!begins) return true
  const list = await readList(ctx, run, step)
  if (!list) return { failed: 'no-list' }
  const { min = childrenMinDefault, max = childrenMaxDefault } = step
  if (list.length < min) return { failed: 'too-few' }
  if (list.length > max) return { failed: 'too-many' }
  const rows = await toRows(ctx, { run, step, place, until }, list)
  await insertChildren(tx, rows)
  if (rows.every(({ status }) => !isAwaited(status))) return true
  append(locked, { ...opens, attempt: rows.length })
  return false
}

const placeOf = (run: OpenRun, step: string): EachPlace => ({
  runId: run.row.id,
  step,
  round: run.modules.get(step)?.round ?? 1,
})

/** The children of a step in the order of the list, as conditions see them. */
export async function readEach(
  { tx }: Pick<Ctx, 'tx'>,
  run: OpenRun,
  step: EachStep,
): Promise<ModuleAnswer<unknown>> {
  const { status: moduleStatus = 'pending' as const } = run.modules.get(step.id) ?? {}
  const children = moduleStatus === 'pending' ? [] : await listChildren(tx, placeOf(run, step.id))
  return { moduleStatus, results: children.map(toResult) }
}

export const toResult = ({ place, childId, status, outcome, stopReason, madeAt }: Child) => ({
  place,
  ...(childId !== null && madeAt !== null && { transactionId: childId }),
  status,
  ...(outcome !== null && { outcome }),
  ...(stopReason !== null && { stopReason }),
})

/** Ends the open children of a run that has ended, unless a person is still to decide on the run. */
export async function endChildren({ tx, locked }: Pick<Ctx, 'tx' | 'locked'>, run: OpenRun) {
  const { id, endedAt, outcome } = run.row
  if (endedAt === null || outcome === 'review' || eachSteps(run.pack.root).length === 0) return
  if (await cancelChildren(tx, id)) append(locked, { kind: childrenEnding, ref: id })
}

/** Reads the elements of a list; undefined when there is no such list. An element that is no record counts as empty. */
async function readList(
  { locked, sealer }: Ctx,
  run: OpenRun,
  step: EachStep,
): Promise<readonly Item[] | undefined> {
  const [root = '', name = '', ...rest] = step.in.split('.')
  const found =
    root === 'transaction'
      ? fieldAt(await readFields(sealer, locked), [name])
      : root === 'input'
        ? fieldAt(run.input, [name])
        : fieldAt(run.broughtSection(name)?.results[0], rest.slice(1))
  return Array.isArray(found) ? found.map((one: unknown) => (isRecord(one) ? one : {})) : undefined
}

const isRecord = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((at, name) => (isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined), value)

type Kept = {
  readonly run: OpenRun
  readonly step: EachStep
  readonly place: EachPlace
  readonly until: Date
}

async function toRows(
  ctx: Ctx,
  { run, step, place: at, until }: Kept,
  list: readonly Item[],
): Promise<Child[]> {
  const { sealer, locked } = ctx
  const own = await readFields(sealer, locked)
  const rows: Child[] = []
  for (const [place, item] of list.entries()) {
    const fields = toFields(step, { item, transaction: own, input: run.input ?? {} })
    const version = fields && (await versionFor(ctx, step, fields.documentType))
    rows.push({
      ...noChild,
      ...at,
      transactionId: locked.id,
      place,
      fields: await sealFields(sealer, locked, { ...at, place }, fields ?? item),
      ...(fields &&
        version && {
          childId: childIdOf(at, fields),
          packOwner: version.owner,
          packName: version.name,
          packVersion: version.version,
          linkUntil: step.link ? until : null,
          status: 'waiting' as const,
        }),
    })
  }
  return rows
}

const noChild = {
  childId: null,
  packOwner: null,
  packName: null,
  packVersion: null,
  linkUntil: null,
  madeAt: null,
  childRunId: null,
  status: 'unidentified',
  outcome: null,
  stopReason: null,
  cancelledAt: null,
  told: null,
} as const

/**
 * The version that a child with such a document runs; undefined when the step has no pack for it, or the pack does not
 * fit it.
 */
async function versionFor(
  { tx, locked, versions }: Ctx,
  { pack }: EachStep,
  type: DocumentType,
): Promise<Version | undefined> {
  const pin = typeof pack === 'string' ? pack : pack[type]
  const [name = '', number] = pin?.split('@') ?? []
  const version = pin && (await versions.findNamed(tx, locked.tenant, name, Number(number)))
  return version && fitsSubject(version, type) ? version : undefined
}

type Sources = { readonly item: Item; readonly transaction: Item; readonly input: Item }

/**
 * The fields for a child's creation; undefined when the element's document is missing or does not have the form of its
 * type.
 */
function toFields({ with: more = {} }: EachStep, sources: Sources): StoredFields | undefined {
  const { item, transaction } = sources
  const { services } = transaction as Partial<StoredFields>
  const documented = {
    documentType: typeOf(item),
    document: item['document'],
    ...(item['documentCountry'] !== undefined && { documentCountry: item['documentCountry'] }),
  }
  const given: Record<string, unknown> = {
    ...(item['name'] !== undefined && { name: item['name'] }),
    ...Object.fromEntries(
      Object.entries(more).flatMap(([name, text]) => {
        const [root = '', ...path] = text.split('.')
        const value = fieldAt(sources[root as keyof Sources], path)
        return value === undefined ? [] : [[name, value] as const]
      }),
    ),
  }
  // Fields that do not fit are left out, and the others are used.
  const fitting = Object.entries(given).filter(
    ([name, value]) => CreateTransaction.safeParse({ ...anybody, [name]: value }).success,
  )
  const read = CreateTransaction.safeParse({
    ...documented,
    ...Object.fromEntries(fitting),
    ...(services?.legalBasis && { services: { legalBasis: services.legalBasis } }),
  })
  return read.success ? read.data : undefined
}

const anybody = { documentType: 'cpf', document: '00000000000' }

/** The type that the element names, or else the type that its number has the form of. */
function typeOf({ documentType, document }: Item): string | undefined {
  if (typeof documentType === 'string' && documentType !== '') return documentType
  const number = typeof document === 'string' ? document.replaceAll(/[./ -]/g, '') : ''
  const isCpf = /^\d{11}$/.test(number)
  return isCpf ? storedType.enum.cpf : number.length === 14 ? storedType.enum.cnpj : undefined
}
