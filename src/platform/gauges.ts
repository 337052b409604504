// The gauges of a process. Each has a lifetime: a value that was not renewed within it is no longer shown.
import type { Registry } from 'prom-client'
import { MeasuredGauge } from './measured-gauge.ts'

/** The interval, in seconds, at which each gauge that a timer measures is measured. */
export const everySeconds = {
  /** How far workflows and task queues are behind, and how many engine processes there are. */
  lag: 5,
  /** Whether the database takes writes, how fast it answers, and what its clock shows. */
  database: 5,
  temporalClock: 15,
  blocks: 15,
  templates: 15,
  reviews: 30,
  webhooks: 30,
  volumes: 60,
} as const

/**
 * The lifetime is three intervals, so that one late or failed measurement leaves no gap and a value that is never
 * measured again soon disappears.
 */
const livesOf = (name: keyof typeof everySeconds): number => Math.max(30, 3 * everySeconds[name])

/** For gauges that are measured anew at each scrape. */
const atScrape = { lifeSeconds: 30 } as const

/** Amounts that tenants have spent start at zero each day (UTC), so a value is good until midnight. */
const untilTomorrow = (): number => 86_400 - ((Date.now() / 1_000) % 86_400)

type GaugeSettings = Pick<
  ConstructorParameters<typeof MeasuredGauge>[0],
  'help' | 'lifeSeconds' | 'combine'
>

type LabelsOf<Head extends string> = Head extends `${string}{${infer Labels}}`
  ? OneOf<Labels>
  : string
type OneOf<Text extends string> = Text extends `${infer One},${infer Others}`
  ? One | OneOf<Others>
  : Text

/** Name and labels of a metric from its notation in Prometheus, `name{label,label}`. */
export function readHead<Head extends string>(head: Head) {
  const [name = '', labels = ''] = head.split(/[{}]/)
  // Safe because the type is read from the same text.
  return { name, labelNames: labels.split(',').filter(Boolean) as LabelsOf<Head>[] }
}

export type Gauges = ReturnType<typeof createGauges>

export function createGauges(registry: Registry) {
  const gauge = <const Head extends string>(head: Head, settings: GaugeSettings) =>
    new MeasuredGauge({ ...readHead(head), ...settings, registers: [registry] })
  return {
    partUp: gauge('atesta_part_up{part}', {
      help: '1 while a part that this process needs is there, 0 while it is not: postgres answers, it takes writes, temporal answers, the worker has its queue',
      ...atScrape,
    }),
    databaseSeconds: gauge('atesta_database_answer_seconds{statement}', {
      help: 'How long the database took for the least that can be asked of it: one read, and one commit',
      lifeSeconds: livesOf('database'),
    }),
    clockAheadSeconds: gauge('atesta_clock_ahead_seconds{of}', {
      help: 'How far the clock of this process is ahead of that of a server, at least; below 0: behind it',
      lifeSeconds: livesOf('temporalClock'),
    }),
    backlogSeconds: gauge('atesta_task_queue_backlog_seconds{queue}', {
      help: 'How long the first task of a queue of Temporal’s has waited for somebody to take it',
      lifeSeconds: livesOf('lag'),
    }),
    engineHosts: gauge('atesta_engine_hosts', {
      help: 'Processes of engines that take tasks',
      lifeSeconds: livesOf('lag'),
    }),
    ledgerUnread: gauge('atesta_erasure_ledger_unread', {
      help: '1 while it is not known whether the ledger of erasures is newer than the database',
      // While the value is unknown it is measured every 15 s.
      lifeSeconds: 60,
    }),
    suspectTasks: gauge('atesta_suspect_tasks{state}', {
      help: 'Tasks in whose company workers have died: those that wait for their turn alone, and those set apart',
      // A worker measures it every second.
      lifeSeconds: 30,
    }),
    keyFileUsable: gauge('atesta_key_file_usable{file}', {
      help: '1 while a file of keys or credentials can be read as it must be at the next start or connection',
      ...atScrape,
    }),
    revocationListLeft: gauge('atesta_revocation_list_left_seconds{list}', {
      help: 'For how long the revocation list of an authority of signed files is good; 0 or less: none is, and its files are unproven',
      ...atScrape,
    }),
    keySetFailures: gauge('atesta_issuer_key_set_failures{issuer}', {
      help: 'How often in a row the key set of an issuer could not be had from its address',
      ...atScrape,
    }),
    overdueTransactions: gauge('atesta_agenda_overdue_transactions', {
      help: 'Transactions that were nudged anew, and whose workflow has not looked since; up to 1 000 are counted',
      lifeSeconds: livesOf('lag'),
    }),
    oldestOverdueSeconds: gauge('atesta_agenda_oldest_overdue_seconds', {
      help: 'How long ago the first of their tasks was due, by wall time',
      lifeSeconds: livesOf('lag'),
    }),
    checkSpentShare: gauge('atesta_check_spent_share_ratio{tenant,mode}', {
      help: 'How much of its daily cap on checks a tenant has spent or set aside, as this process saw it last',
      lifeSeconds: untilTomorrow,
    }),
    webhookEndpoints: gauge('atesta_webhook_endpoints{status}', {
      help: 'Endpoints of all tenants, by how they do',
      lifeSeconds: livesOf('webhooks'),
    }),
    webhookLateSeconds: gauge('atesta_webhook_oldest_due_seconds', {
      help: 'How long the first delivery has been due to an endpoint that takes what it is sent',
      lifeSeconds: livesOf('webhooks'),
    }),
    accountResting: gauge('atesta_account_resting{account}', {
      help: '1 while an account is left alone after its failures',
      ...atScrape,
    }),
    accountCalls: gauge('atesta_account_calls_under_way{account}', {
      help: 'Calls of an account that this process has under way; it has 64 slots',
      ...atScrape,
    }),
    messagesHour: gauge('atesta_messages_hour{tenant,account,channel,state}', {
      help: 'Live messages of the last hour that an account has taken, and those of them that arrived, failed or were answered',
      lifeSeconds: livesOf('volumes'),
      combine: 'sum',
    }),
    spendDay: gauge('atesta_messages_spend_micros_day{tenant,account}', {
      help: 'What live messages of the last 24 hours have cost, in millionths of the accounts’ currency',
      lifeSeconds: livesOf('volumes'),
      combine: 'sum',
    }),
    templatesPaused: gauge('atesta_message_templates_paused{account,template}', {
      help: '1 while an account’s approved template cannot be used',
      lifeSeconds: livesOf('templates'),
    }),
    templatesDegraded: gauge('atesta_message_templates_degraded{account,template,reason}', {
      help: '1 while its vendor calls an account’s template marketing, or of low quality',
      lifeSeconds: livesOf('templates'),
    }),
    prefixesBlocked: gauge('atesta_pumping_prefixes_blocked{tenant}', {
      help: 'Prefixes to which a tenant’s live messages do not go now, because hardly any was answered',
      lifeSeconds: livesOf('blocks'),
      combine: 'sum',
    }),
    accountQueue: gauge('atesta_account_queue_seconds{account}', {
      help: 'When the last of those who wait for an account is called again',
      ...atScrape,
    }),
    keySetAge: gauge('atesta_issuer_key_set_age_seconds{issuer}', {
      help: 'Since the key set of an issuer was last had from its address; it is good for a day. Infinite: it was never had',
      ...atScrape,
    }),
    retentionDue: gauge('atesta_retention_due{kind}', {
      help: 'What the settings of tenants let go, as it was counted before the last night',
      lifeSeconds: 36 * 3_600,
    }),
    runsHour: gauge('atesta_runs_hour{tenant,mode,pack,outcome}', {
      help: 'Runs that began in the last hour, by what came of them: approved, rejected, review, cancelled, other, none where no stop has ended them, or open',
      lifeSeconds: livesOf('volumes'),
      combine: 'sum',
    }),
    linksHour: gauge('atesta_links_hour{tenant,mode,pack,state}', {
      help: 'Links that were made in the last hour, and those of them that were opened, consented to, refused and completed',
      lifeSeconds: livesOf('volumes'),
      combine: 'sum',
    }),
    reviewsOpen: gauge('atesta_reviews_open{tenant,mode}', {
      help: 'Reviews that a person is to decide',
      lifeSeconds: livesOf('reviews'),
      combine: 'sum',
    }),
    reviewsOverdue: gauge('atesta_reviews_overdue{tenant,mode}', {
      help: 'Of them, those whose deadline has passed: it decides nothing',
      lifeSeconds: livesOf('reviews'),
      combine: 'sum',
    }),
    reviewOldestSeconds: gauge('atesta_review_oldest_open_seconds{tenant,mode}', {
      help: 'How long ago the first of those that are open was opened, by the clock of its transaction',
      lifeSeconds: livesOf('reviews'),
    }),
    reviewOverdueSeconds: gauge('atesta_review_oldest_overdue_seconds{tenant,mode}', {
      help: 'How long ago the first of their deadlines passed',
      lifeSeconds: livesOf('reviews'),
    }),
  }
}
