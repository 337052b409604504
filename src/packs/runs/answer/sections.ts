// The answer of a pack: its type, its OpenAPI schema and its reader all follow from the modules of its composition.
// `query.ts` adds createdAt, status, packVersion and the transaction.
import { z } from 'zod'
import type { Db } from '#src/platform/db/client.ts'
import type { Counted } from '#src/journey/facts/facts.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { ModuleStep, Pack } from '#src/packs/document/pack.ts'
import { modulesByName } from '#src/packs/document/condition-modules.ts'
import { modulesOf } from '#src/packs/document/walk.ts'
import {
  findModule,
  type Module,
  type ModuleAnswer,
  ModuleStatus,
  type Owning,
} from '#src/journey/capabilities/module.ts'
import { ShownWait } from './shown-steps.ts'

/** One run of a pack; a step without a status is `pending`. */
export type RunContext = {
  readonly sealer: Sealer
  readonly transaction: Owning
  readonly runId: string
  readonly statuses: Readonly<Record<string, ModuleStatus>>
  /** Says what counts for the step of a name. */
  readonly countsFrom?: (name: string) => Counted
}

const sectionSchema = <Result extends z.ZodType>(result: Result): Section<Result> =>
  z.object({ moduleStatus: ModuleStatus, results: z.array(result) })

type Section<Result extends z.ZodType> = z.ZodObject<{
  moduleStatus: typeof ModuleStatus
  results: z.ZodArray<Result>
}>
export type AnswerSchema<Key extends string, Offered extends Module> = z.ZodObject<{
  [K in Key]: Section<Extract<Offered, { key: K }>['result']>
}>

/** One section per module. A pack with a module outside of `offered` does not compile. */
export function answerSchema<Key extends Offered['key'], Offered extends Module>(
  pack: Pack<string, Key>,
  offered: readonly Offered[],
): AnswerSchema<Key, Offered> {
  const sections = modulesIn(pack, offered).map(({ key, result }) => [key, sectionSchema(result)])
  // Safe because the entries are made from the same modules that AnswerSchema maps over.
  return z.object(Object.fromEntries(sections)) as unknown as AnswerSchema<Key, Offered>
}

export type PackAnswerSchema<Offered extends Module> = z.ZodObject<{
  [K in Offered['key']]: z.ZodExactOptional<Section<Extract<Offered, { key: K }>['result']>>
}>

/**
 * The schema for answers of any pack over the offered modules; each section is absent from packs without its module.
 */
export function packAnswerSchema<Offered extends Module>(
  offered: readonly Offered[],
): PackAnswerSchema<Offered> {
  const sections = offered.map((one) => [one.key, shownSection(one).exactOptional()])
  // Safe because the entries are made from the same modules that PackAnswerSchema maps over.
  return z.object(Object.fromEntries(sections)) as unknown as PackAnswerSchema<Offered>
}

/** The sections of single module steps by name, which answers have beside those of modules. */
export const StepSections = z
  .record(
    z.string(),
    z.object({
      module: z
        .string()
        .exactOptional()
        .meta({ description: 'The key of its module.', example: 'score' }),
      kind: z.enum(['wait', 'call', 'ask', 'each']).exactOptional().meta({
        description:
          'A step that waits, calls, asks, or makes a transaction for each element of a list (`PackChild` in `results`), and is no module.',
      }),
      with: z
        .record(z.string(), z.unknown())
        .exactOptional()
        .meta({ description: 'What the pack asks of it, such as the services of a check.' }),
      moduleStatus: ModuleStatus,
      round: z.int().exactOptional().meta({
        description: 'Of what waits: in which round the run is there; left out in the first.',
      }),
      failure: ShownWait.shape.failure,
      results: z.array(z.record(z.string(), z.unknown())).exactOptional().meta({
        description:
          "As in the module's section. Left out for a credential without the scope that the module needs.",
      }),
      result: z
        .record(z.string(), z.unknown())
        .exactOptional()
        .meta({ description: 'What was brought to the step, without what is personal.' }),
    }),
  )
  .meta({
    description:
      'The steps by their names: an id, else the key of the module; modules, and what waits.',
  })

/** The scopes of a caller: without the scope of a module only its status is shown. */
export type Scopes = ReadonlySet<string>

export const isShown = ({ scope }: Module, scopes: Scopes): boolean =>
  scope === undefined || scopes.has(scope)

/** A section on the wire: without results where the caller lacks the scope. */
const shownSection = ({ result, scope }: Module): z.ZodType =>
  scope === undefined
    ? sectionSchema(result)
    : sectionSchema(result)
        .partial({ results: true })
        .meta({
          description: `\`results\` are left out for a credential without the scope \`${scope}\`.`,
        })

/** Reads the sections of a pack’s run. Throws a ZodError where a module’s reader violates its schema. */
export async function readAnswer<Key extends Offered['key'], Offered extends Module>(
  db: Db,
  pack: Pack<string, Key>,
  offered: readonly Offered[],
  context: RunContext,
): Promise<z.output<AnswerSchema<Key, Offered>>> {
  const steps = modulesByName(pack.root)
  const sections = await readSections(db, steps, offered, context)
  return answerSchema(pack, offered).parse(byModule(steps, sections))
}

/** The modules of steps by the names of the steps. */
type NamedModules = ReadonlyMap<string, Pick<ModuleStep, 'module'>>

/** Reads the sections of steps with the readers of their modules, by the names of the steps. */
export async function readSections(
  db: Db,
  steps: NamedModules,
  offered: readonly Module[],
  { sealer, transaction, runId, statuses, countsFrom }: RunContext,
): Promise<Record<string, ModuleAnswer<unknown>>> {
  const sections = [...steps].map(async ([step, { module: key }]) => {
    const moduleStatus = statuses[step] ?? 'pending'
    const { read } = findModule(key, offered)
    const context = { sealer, transaction, runId, step, moduleStatus, ...countsFrom?.(step) }
    return [step, await read(db, context)] as const
  })
  return Object.fromEntries(await Promise.all(sections))
}

/** The sections by module: the results of all its steps, and the worst of their statuses. */
export function byModule(
  steps: NamedModules,
  sections: Readonly<Record<string, ModuleAnswer<unknown>>>,
): Record<string, ModuleAnswer<unknown>> {
  const joined: Record<string, ModuleAnswer<unknown>> = {}
  for (const [step, { module: key }] of steps) {
    const section = sections[step]
    const before = joined[key]
    if (section) joined[key] = before ? join(before, section) : section
  }
  return joined
}

/** Ordered from worst to best. */
const worst: readonly ModuleStatus[] = ['failed', 'processing', 'pending', 'skipped', 'completed']

const worstOf = (one: ModuleStatus, other: ModuleStatus): ModuleStatus =>
  worst.indexOf(one) < worst.indexOf(other) ? one : other

/** Merges the results without duplicates, the newest first. */
function join(one: ModuleAnswer<unknown>, other: ModuleAnswer<unknown>): ModuleAnswer<unknown> {
  const known = new Set(one.results.map((result) => JSON.stringify(result)))
  const more = other.results.filter((result) => !known.has(JSON.stringify(result)))
  const results = [...one.results, ...more].toSorted((a, b) => timeOf(b) - timeOf(a))
  return { moduleStatus: worstOf(one.moduleStatus, other.moduleStatus), results }
}

const timeFields = ['createdAt', 'receivedDate', 'date', 'identifierDate'] as const

/** The time of a result in epoch ms; 0 where it has none, so that the order is kept. */
function timeOf(result: unknown): number {
  const given = timeFields.map((name) => (result as Partial<Record<string, unknown>>)[name])
  const found = given.find((value) => typeof value === 'string')
  return Date.parse(String(found)) || 0
}

const modulesIn = (pack: Pack, offered: readonly Module[]): Module[] =>
  modulesOf(pack.root).map((key) => findModule(key, offered))
