// Stores vendors’ reports about templates for all processes, because each report reaches only one of them.
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { buildSqlOnce } from '#src/platform/db/prepared.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { languageTags } from '#src/messaging/messages/text/language.ts'
import { templateOf } from '#src/messaging/wire/channel.ts'
import type { Challenge } from '#src/messaging/challenges/challenge.ts'
import type { MessagingAccounts } from '#src/messaging/challenges/port.ts'
import type { TemplateName, TemplateReport } from '#src/messaging/challenges/vendor-events.ts'
import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#src/platform/db/columns.ts'

/**
 * The last report about a template with which an account sends; without a row there was none.
 * @public drizzle-kit reads it.
 */
export const accountTemplates = pgTable(
  'account_template',
  {
    account: text('account').notNull(),
    /** Name and language in the vendor’s notation. */
    name: text('name').notNull(),
    language: text('language').notNull(),
    /** False when the account cannot send messages that need the template. */
    usable: boolean('usable').notNull(),
    /** The vendor’s status in lower case, such as `paused`, or one of our own: `missing`, `other-variables`. */
    status: text('status').notNull(),
    category: text('category'),
    quality: text('quality'),
    /** For how long the vendor tries to deliver its messages, where it says so. */
    ttlSeconds: integer('ttl_seconds'),
    /** When the vendor reported it or was asked; older reports change nothing. */
    judgedAt: instant('judged_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.name, table.language] })],
)

export type AccountTemplate = typeof accountTemplates.$inferSelect

/**
 * Stores a report made at that wall time, unless there is a newer one; resolves to the template before and after. Both
 * are undefined when nothing changed.
 */
export async function keepReport(
  db: Db,
  account: string,
  report: TemplateReport,
  at: Date,
): Promise<{ readonly before?: AccountTemplate; readonly now?: AccountTemplate }> {
  const { name, language, isUsable, status, category, quality, ttlSeconds } = report
  const isIt = and(
    eq(accountTemplates.account, account),
    eq(accountTemplates.name, name),
    eq(accountTemplates.language, language),
  )
  const [before] = await db.select().from(accountTemplates).where(isIt)
  const said = {
    ...(isUsable !== undefined && { usable: isUsable }),
    ...(status !== undefined && { status }),
    ...(category !== undefined && { category }),
    ...(quality !== undefined && { quality }),
    ...(ttlSeconds !== undefined && { ttlSeconds }),
  }
  const [now] = await db
    .insert(accountTemplates)
    .values({ account, name, language, usable: true, status: 'unknown', ...said, judgedAt: at })
    .onConflictDoUpdate({
      target: [accountTemplates.account, accountTemplates.name, accountTemplates.language],
      set: { ...said, judgedAt: at },
      setWhere: sql`${accountTemplates.judgedAt} <= excluded.judged_at`,
    })
    .returning()
  if (!now || (before && isSame(before, now))) return {}
  return before ? { before, now } : { now }
}

const isSame = (a: AccountTemplate, b: AccountTemplate): boolean =>
  a.usable === b.usable &&
  a.status === b.status &&
  a.category === b.category &&
  a.quality === b.quality &&
  a.ttlSeconds === b.ttlSeconds

export function listTemplates(db: Db): Promise<AccountTemplate[]> {
  const { account, name, language } = accountTemplates
  return db.select().from(accountTemplates).orderBy(asc(account), asc(name), asc(language))
}

const none: ReadonlySet<string> = new Set()

/** The accounts that cannot send a record’s message, because their vendor does not accept its template. */
export async function findResting(
  db: Db,
  { accounts }: { readonly accounts: Pick<MessagingAccounts, 'list'> },
  owner: Owner,
  {
    challengeKind,
    channel,
    language,
    rules,
  }: Pick<Challenge, 'challengeKind' | 'channel' | 'language' | 'rules'>,
): Promise<ReadonlySet<string>> {
  if (channel !== 'whatsapp') return none
  const all = accounts.list(owner, channel)
  const tag = languageTags[language]
  const name = templateOf(challengeKind, rules.hasPurpose === true)
  // Without a template that shows the purpose the person would not know what is confirmed.
  const lacking = all.filter(
    (account) => account.approvedFor?.(challengeKind, tag) && !account.approvedFor(name, tag),
  )
  const without = lacking.length === 0 ? none : new Set(lacking.map(({ id }) => id))
  const needed = all.flatMap((account) => {
    const template = account.templateFor?.(name, tag)
    return template ? [{ account: account.id, ...template }] : []
  })
  if (needed.length === 0) return without
  // One parameter for all accounts, so that the statement’s text does not vary with their number.
  const rows = await unusable(db).execute({ needed: JSON.stringify(needed) })
  return new Set([...without, ...rows.map(({ account }) => account)])
}

const unusable = buildSqlOnce<{ readonly account: string }>(
  () => sql`
    select t.account from ${accountTemplates} t
    join jsonb_to_recordset((${sql.placeholder('needed')}::text)::jsonb)
      as one(account text, name text, language text)
      on one.account = t.account and one.name = t.name and one.language = t.language
    where not t.usable`,
)

export const labelOf = ({ name, language }: TemplateName): string => `${name}/${language}`
