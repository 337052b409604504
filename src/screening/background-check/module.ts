// The background check as a module: it runs the services that the transaction requests, or else the default ones.
import { isAsking, type Order, writeOrder } from '#src/screening/checks/rules.ts'
import { findCurrent, hasRoom, leftOf } from '#src/screening/checks/request.ts'
import { type Check, isCounted, listChecks, wasRefused } from '#src/screening/orders/store.ts'
import { append } from '#src/journey/journal/append.ts'
import {
  defineModule,
  type ModuleCall,
  opens,
  type ReadResults,
} from '#src/journey/capabilities/module.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { readRegistered } from '#src/screening/facts/registered.ts'
import { askedByPack, type PackOrder } from './pack-request.ts'
import { quiet } from '#src/journey/journal/kind.ts'
import { defineStart } from '#src/screening/checks/kinds.ts'
import { module, readChecks } from './record.ts'
import { backgroundCheck } from './rules.ts'
import { BackgroundCheck } from './schema.ts'
import type { OwnServices } from '#src/screening/wire/own-schema.ts'
import { companyServices, personServices } from '#src/journey/transaction/parts-schema.ts'
import { z } from 'zod'

export const {
  startTask,
  wanted: backgroundCheckWanted,
  started: backgroundCheckStarted,
} = defineStart('background-check', 'a background check')

/** Quiet, because a run waits for the end of the check, which is an entry of its own. */
export const backgroundCheckUnderWay = quiet(backgroundCheckStarted)

/** The services for people and for companies. */
const known = [...new Set([...personServices, ...companyServices])]

const asking = <Names extends z.ZodType<readonly string[]>>(services: Names) => ({
  services: services.exactOptional().meta({
    description: 'What is asked; without it what the transaction names, else the usual.',
  }),
  about: z.enum(['own', 'parties', 'both']).exactOptional().meta({
    description:
      'Of whom: of the own person or company, of partners and representatives, or of `both`, as without it.',
  }),
})

/** The options of a step, where these own services are offered. */
const optionsWith = (own: OwnServices) =>
  z.strictObject(
    asking(
      z
        .array(z.enum([...known, ...own.keys()]))
        .min(1)
        .max(12),
    ),
  )

/**
 * The options of a stored step, whose services may be unknown here because another process has published the version.
 */
const Options = z.strictObject(asking(z.array(z.string())))

const readOptions = (options: ModuleCall['options']) => Options.parse(options ?? {})

/** Whether a check answers what a step asks for: its services, about its people. */
const fits =
  ({ services }: z.output<typeof Options>) =>
  (check: BackgroundCheck): boolean =>
    !services || check.services.some(({ name }) => services.some((one) => one === name))

/**
 * In the sandbox the results follow the document (table of magic documents). A check with a failed service fails the
 * module.
 */
export const backgroundCheckModule = (own: OwnServices) =>
  defineModule(backgroundCheck, BackgroundCheck, read, {
    options: optionsWith(own),
    services: Object.fromEntries(own),
    runs: opens(begin, isThere, { refusal }),
    seen: { status: 'string', type: 'string', isOwn: 'bool' },
    // A run sees no checks of other people that the client requested; cases of a pack need not set `isOwn`.
    isSeen: (check) => check.isOwn !== false,
  })

const read: ReadResults<BackgroundCheck> = async (
  db,
  { sealer, transaction, moduleStatus, boughtSince, correctedAt, options },
) => {
  const all = await listChecks(db, transaction.id, module)
  const checks = all.filter(isCounted({ boughtSince, correctedAt }))
  const results = await readChecks(db, sealer, transaction, checks)
  return { moduleStatus, results: results.filter(fits(readOptions(options))) }
}

async function begin(call: ModuleCall): Promise<void> {
  if (isAsking(call, startTask)) return
  const found = await findAll(call)
  // A check under way is waited for.
  const isUnderWay = found.some(({ check }) => check?.endedAt === null)
  if (isUnderWay && found.every(({ check }) => check !== undefined)) return
  order(call, call.again ? { again: true } : {})
}

/** Only checks that answer this module's question count, and only when every service has its result. */
async function isThere(call: ModuleCall): Promise<boolean | 'failed'> {
  if (isAsking(call, startTask)) return false
  const found = await findAll(call)
  const needed = found.filter(({ asked }) => !asked.isBesides)
  if (needed.some(({ check }) => !check?.endedAt)) {
    askFurther(call, needed)
    return false
  }
  for (const { asked, check } of found)
    if (asked.isBesides && check && !check.endedAt && !(await wasRefused(call.tx, check.id)))
      return false
  const { failed, uncertain } = await leftOfAll(call, needed)
  return failed + uncertain > 0 ? 'failed' : true
}

/** Orders checks on the people whom only the register names, once the register has answered. */
function askFurther(call: ModuleCall, needed: readonly Found[]): void {
  const unasked = needed.filter(({ check }) => !check)
  const services = unasked.flatMap(({ asked }) => asked.services)
  if (unasked.length === 0 || !unasked.every(({ asked }) => asked.isFurther)) return
  if (hasRoom(call.locked, services)) order(call, { further: true })
}

/** Orders the checks by a task, because only a task can reserve money. */
function order(
  { locked, runId, step, boughtSince, options }: ModuleCall,
  more: Pick<Order, 'again' | 'further'>,
): void {
  const since = boughtSince && { since: boughtSince.getTime() }
  const reason = writeOrder({ step, ...readOptions(options), ...since, ...more })
  append(locked, { kind: backgroundCheckWanted, module, ref: runId, reason })
}

async function refusal(call: ModuleCall): Promise<'purchase-uncertain' | undefined> {
  const found = (await findAll(call)).filter(({ asked }) => !asked.isBesides)
  if (found.some(({ check }) => !check?.endedAt)) return undefined
  const { failed, uncertain } = await leftOfAll(call, found)
  return failed === 0 && uncertain > 0 ? 'purchase-uncertain' : undefined
}

async function leftOfAll({ tx }: ModuleCall, found: readonly Found[]) {
  let [failed, uncertain] = [0, 0]
  for (const { check } of found) {
    const left = check && (await leftOf(tx, check))
    failed += left?.failed.length ?? 0
    uncertain += left?.uncertain.length ?? 0
  }
  return { failed, uncertain }
}

type Found = { readonly asked: PackOrder; readonly check: Check | undefined }

/** Caches the checks for one evaluation of the module, which asks whether they are there and then may begin them. */
const foundBy = new WeakMap<ModuleCall, ReturnType<typeof readAll>>()

function findAll(call: ModuleCall): ReturnType<typeof readAll> {
  const found = foundBy.get(call) ?? readAll(call)
  foundBy.set(call, found)
  return found
}

async function readAll(call: ModuleCall): Promise<Found[]> {
  const { tx, locked, sealer, boughtSince, options } = call
  const found: Found[] = []
  const fields = await readFields(sealer, locked)
  const registered = await readRegistered({ db: tx, sealer, transaction: locked }, fields)
  for (const asked of askedByPack(fields, { ...readOptions(options), registered })) {
    const check = await findCurrent({ tx, locked, sealer }, asked, boughtSince?.getTime())
    found.push({ asked, check })
  }
  return found
}
