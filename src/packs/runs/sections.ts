// The answer of a pack: its type, its OpenAPI schema and its reader all follow from the modules of its composition.
// `routes.ts` adds createdAt, status, packVersion and the transaction.
import { z } from 'zod'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Pack } from '#src/packs/document/pack.ts'
import { modulesOf } from '#src/packs/document/walk.ts'
import {
  findModule,
  type Module,
  type ModuleAnswer,
  type Counted,
  ModuleStatus,
  type Owning,
} from '#src/journey/capabilities/module.ts'

/** One run of a pack; a module without a status in it is `pending`. */
export type RunContext = {
  readonly sealer: Sealer
  readonly transaction: Owning
  readonly runId: string
  readonly statuses: Readonly<Record<string, ModuleStatus>>
  /** What counts of a module, where not all does. */
  readonly countsFrom?: (module: string) => Counted
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

/** One section per module. A pack that holds a module outside `offered` does not compile. */
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

/** The sections of any pack over the modules offered: those that its pack lacks are absent. */
export function packAnswerSchema<Offered extends Module>(
  offered: readonly Offered[],
): PackAnswerSchema<Offered> {
  const sections = offered.map((one) => [one.key, shownSection(one).exactOptional()])
  // Safe because the entries are made from the same modules that PackAnswerSchema maps over.
  return z.object(Object.fromEntries(sections)) as unknown as PackAnswerSchema<Offered>
}

/** What a caller may be shown of a module: its status alone without the scope that it needs. */
export type Scopes = ReadonlySet<string>

export const isShown = ({ scope }: Module, scopes: Scopes): boolean =>
  scope === undefined || scopes.has(scope)

/** A section on the wire: without the results where the caller lacks the scope for them. */
const shownSection = ({ result, scope }: Module): z.ZodType =>
  scope === undefined
    ? sectionSchema(result)
    : sectionSchema(result)
        .partial({ results: true })
        .meta({
          description: `\`results\` are left out for a credential without the scope \`${scope}\`.`,
        })

/** The sections of a pack's run. Throws a ZodError where a reader gives what its schema refuses. */
export async function readAnswer<Key extends Offered['key'], Offered extends Module>(
  db: Db,
  pack: Pack<string, Key>,
  offered: readonly Offered[],
  context: RunContext,
): Promise<z.output<AnswerSchema<Key, Offered>>> {
  const sections = await readSections(db, modulesOf(pack.root), offered, context)
  return answerSchema(pack, offered).parse(sections)
}

/** What the readers of the named modules give, by module key. */
export async function readSections(
  db: Db,
  keys: readonly string[],
  offered: readonly Module[],
  { sealer, transaction, runId, statuses, countsFrom }: RunContext,
): Promise<Record<string, ModuleAnswer<unknown>>> {
  const sections = keys.map(async (key) => {
    const moduleStatus = statuses[key] ?? 'pending'
    const { read } = findModule(key, offered)
    const counted = countsFrom?.(key)
    return [key, await read(db, { sealer, transaction, runId, moduleStatus, ...counted })] as const
  })
  return Object.fromEntries(await Promise.all(sections))
}

const modulesIn = (pack: Pack, offered: readonly Module[]): Module[] =>
  modulesOf(pack.root).map((key) => findModule(key, offered))
