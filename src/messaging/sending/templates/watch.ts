// Watches the state of templates at vendors: by queries at the start of a worker and periodically, and by webhooks.
// Changes are logged and counted.
import type { Db } from '#src/platform/db/client.ts'
import type { Log } from '#src/platform/log.ts'
import type { Metrics } from '#src/platform/metrics.ts'
import type { Tenants } from '#src/platform/tenants/settings.ts'
import type { Messaging } from '#src/messaging/challenges/messaging.ts'
import type { MessagingAccounts, MessagingAccount } from '#src/messaging/challenges/port.ts'
import type { TemplateName, TemplateReport } from '#src/messaging/challenges/vendor-events.ts'
import { type AccountTemplate, keepReport, labelOf, listTemplates } from './store.ts'

type Deps = { readonly db: Db; readonly log: Pick<Log, 'info' | 'warn'> }

const askMs = 10_000

/** Asks every account that supports it; a failed query changes nothing. */
export async function askForTemplates(
  deps: Deps,
  accounts: Pick<MessagingAccounts, 'live'>,
): Promise<void> {
  for (const account of accounts.live()) await askOne(deps, account)
}

async function askOne(deps: Deps, account: MessagingAccount): Promise<void> {
  const { id } = account
  // Taken before the query, because a webhook that arrives during it is newer than its answer.
  const at = new Date()
  const asked = account.readTemplates?.(AbortSignal.timeout(askMs))
  if (!asked) return
  const reports = await asked.catch(() => undefined)
  if (!reports) deps.log.warn({ account: id }, 'the templates of an account cannot be asked for')
  for (const report of reports ?? []) await takeTemplateReport(deps, id, report, at)
}

/** Stores a report, and logs the changes. */
export async function takeTemplateReport(
  { db, log }: Deps,
  account: string,
  report: TemplateReport,
  at: Date,
): Promise<void> {
  const { now } = await keepReport(db, account, report, at)
  if (!now) return
  const { usable, status, category, quality } = now
  const about = { account, template: labelOf(now), status, category, quality }
  if (!usable) log.warn(about, 'a template cannot be used: its account rests for it')
  else if (faultsOf(now).length > 0) log.warn(about, 'a template is judged worse than it was')
  else log.info(about, 'a template can be used')
}

/**
 * Marketing templates are not delivered to everybody and cost more; a template of low quality is likely to be paused.
 */
const faultsOf = (
  { category, quality, ttlSeconds }: AccountTemplate,
  lifeSeconds = Infinity,
): readonly ('category' | 'quality' | 'ttl')[] => [
  ...(category === 'MARKETING' ? (['category'] as const) : []),
  ...(quality === 'RED' ? (['quality'] as const) : []),
  // A question that is delivered after its expiry cannot be answered.
  ...((ttlSeconds ?? 0) > lifeSeconds ? (['ttl'] as const) : []),
]

/** The shortest validity of a WhatsApp question, over all tenants. */
const shortestLifeSeconds = (tenants: Pick<Tenants, 'of' | 'names'>): number =>
  60 *
  Math.min(...['', ...tenants.names()].map((one) => tenants.of(one).messages.whatsapp2faMinutes))

/** Updates the metrics of the templates that configured accounts still use. */
export async function showTemplates(
  db: Db,
  { accounts, tenants }: Pick<Messaging, 'tenants'> & { accounts: Pick<MessagingAccounts, 'find'> },
  { templatesPaused, templatesDegraded }: Pick<Metrics, 'templatesPaused' | 'templatesDegraded'>,
): Promise<void> {
  const known = await listTemplates(db)
  const lifeSeconds = shortestLifeSeconds(tenants)
  const inUse = known.filter((template) => isInUse(accounts, template.account, template))
  const about = (one: AccountTemplate) => ({ account: one.account, template: labelOf(one) })
  templatesPaused.show(inUse.map((one) => ({ labels: about(one), value: one.usable ? 0 : 1 })))
  templatesDegraded.show(
    inUse.flatMap((one) =>
      faultsOf(one, lifeSeconds).map((reason) => ({ labels: { ...about(one), reason }, value: 1 })),
    ),
  )
}

/** Whether the account sends questions with the template. */
export const isInUse = (
  accounts: Pick<MessagingAccounts, 'find'>,
  account: string,
  { name, language }: TemplateName,
): boolean =>
  accounts
    .find(account)
    ?.ownTemplates?.()
    .some((own) => own.name === name && own.language === language) ?? false
