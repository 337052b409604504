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

export type Gauges = ReturnType<typeof createGauges>

export function createGauges(registry: Registry) {
  const registers = [registry]
  return {
    partUp: new MeasuredGauge({
      name: 'atesta_part_up',
      help: '1 while a part that this process needs is there, 0 while it is not: postgres answers, it takes writes, temporal answers, the worker has its queue',
      labelNames: ['part'] as const,
      ...atScrape,
      registers,
    }),
    databaseSeconds: new MeasuredGauge({
      name: 'atesta_database_answer_seconds',
      help: 'How long the database took for the least that can be asked of it: one read, and one commit',
      labelNames: ['statement'] as const,
      lifeSeconds: livesOf('database'),
      registers,
    }),
    clockAheadSeconds: new MeasuredGauge({
      name: 'atesta_clock_ahead_seconds',
      help: 'How far the clock of this process is ahead of that of a server, at least; below 0: behind it',
      labelNames: ['of'] as const,
      lifeSeconds: livesOf('temporalClock'),
      registers,
    }),
    backlogSeconds: new MeasuredGauge({
      name: 'atesta_task_queue_backlog_seconds',
      help: 'How long the first task of a queue of Temporal’s has waited for somebody to take it',
      labelNames: ['queue'] as const,
      lifeSeconds: livesOf('lag'),
      registers,
    }),
    engineHosts: new MeasuredGauge({
      name: 'atesta_engine_hosts',
      help: 'Processes of engines that take tasks',
      lifeSeconds: livesOf('lag'),
      registers,
    }),
    ledgerUnread: new MeasuredGauge({
      name: 'atesta_erasure_ledger_unread',
      help: '1 while it is not known whether the ledger of erasures is newer than the database',
      // While the value is unknown it is measured every 15 s.
      lifeSeconds: 60,
      registers,
    }),
    suspectTasks: new MeasuredGauge({
      name: 'atesta_suspect_tasks',
      help: 'Tasks in whose company workers have died: those that wait for their turn alone, and those set apart',
      labelNames: ['state'] as const,
      // A worker measures it every second.
      lifeSeconds: 30,
      registers,
    }),
    keyFileUsable: new MeasuredGauge({
      name: 'atesta_key_file_usable',
      help: '1 while a file of keys or credentials can be read as it must be at the next start or connection',
      labelNames: ['file'] as const,
      ...atScrape,
      registers,
    }),
    revocationListLeft: new MeasuredGauge({
      name: 'atesta_revocation_list_left_seconds',
      help: 'For how long the revocation list of an authority of signed files is good; 0 or less: none is, and its files are unproven',
      labelNames: ['list'] as const,
      ...atScrape,
      registers,
    }),
    keySetFailures: new MeasuredGauge({
      name: 'atesta_issuer_key_set_failures',
      help: 'How often in a row the key set of an issuer could not be had from its address',
      labelNames: ['issuer'] as const,
      ...atScrape,
      registers,
    }),
    overdueTransactions: new MeasuredGauge({
      name: 'atesta_agenda_overdue_transactions',
      help: 'Transactions that were nudged anew, and whose workflow has not looked since; up to 1 000 are counted',
      lifeSeconds: livesOf('lag'),
      registers,
    }),
    oldestOverdueSeconds: new MeasuredGauge({
      name: 'atesta_agenda_oldest_overdue_seconds',
      help: 'How long ago the first of their tasks was due, by wall time',
      lifeSeconds: livesOf('lag'),
      registers,
    }),
    checkSpentShare: new MeasuredGauge({
      name: 'atesta_check_spent_share_ratio',
      help: 'How much of its daily cap on checks a tenant has spent or set aside, as this process saw it last',
      labelNames: ['tenant', 'mode'] as const,
      lifeSeconds: untilTomorrow,
      registers,
    }),
    webhookEndpoints: new MeasuredGauge({
      name: 'atesta_webhook_endpoints',
      help: 'Endpoints of all tenants, by how they do',
      labelNames: ['status'] as const,
      lifeSeconds: livesOf('webhooks'),
      registers,
    }),
    webhookLateSeconds: new MeasuredGauge({
      name: 'atesta_webhook_oldest_due_seconds',
      help: 'How long the first delivery has been due to an endpoint that takes what it is sent',
      lifeSeconds: livesOf('webhooks'),
      registers,
    }),
    accountResting: new MeasuredGauge({
      name: 'atesta_account_resting',
      help: '1 while an account is left alone after its failures',
      labelNames: ['account'] as const,
      ...atScrape,
      registers,
    }),
    accountCalls: new MeasuredGauge({
      name: 'atesta_account_calls_under_way',
      help: 'Calls of an account that this process has under way; it has 64 slots',
      labelNames: ['account'] as const,
      ...atScrape,
      registers,
    }),
    messagesHour: new MeasuredGauge({
      name: 'atesta_messages_hour',
      help: 'Live messages of the last hour that an account has taken, and those of them that arrived, failed or were answered',
      labelNames: ['tenant', 'account', 'channel', 'state'] as const,
      lifeSeconds: livesOf('volumes'),
      combine: 'sum',
      registers,
    }),
    spendDay: new MeasuredGauge({
      name: 'atesta_messages_spend_micros_day',
      help: 'What live messages of the last 24 hours have cost, in millionths of the accounts’ currency',
      labelNames: ['tenant', 'account'] as const,
      lifeSeconds: livesOf('volumes'),
      combine: 'sum',
      registers,
    }),
    templatesPaused: new MeasuredGauge({
      name: 'atesta_message_templates_paused',
      help: '1 while an account’s approved template cannot be used',
      labelNames: ['account', 'template'] as const,
      lifeSeconds: livesOf('templates'),
      registers,
    }),
    templatesDegraded: new MeasuredGauge({
      name: 'atesta_message_templates_degraded',
      help: '1 while its vendor calls an account’s template marketing, or of low quality',
      labelNames: ['account', 'template', 'reason'] as const,
      lifeSeconds: livesOf('templates'),
      registers,
    }),
    prefixesBlocked: new MeasuredGauge({
      name: 'atesta_pumping_prefixes_blocked',
      help: 'Prefixes to which a tenant’s live messages do not go now, because hardly any was answered',
      labelNames: ['tenant'] as const,
      lifeSeconds: livesOf('blocks'),
      combine: 'sum',
      registers,
    }),
    accountQueue: new MeasuredGauge({
      name: 'atesta_account_queue_seconds',
      help: 'When the last of those who wait for an account is called again',
      labelNames: ['account'] as const,
      ...atScrape,
      registers,
    }),
    keySetAge: new MeasuredGauge({
      name: 'atesta_issuer_key_set_age_seconds',
      help: 'Since the key set of an issuer was last had from its address; it is good for a day. Infinite: it was never had',
      labelNames: ['issuer'] as const,
      ...atScrape,
      registers,
    }),
    retentionDue: new MeasuredGauge({
      name: 'atesta_retention_due',
      help: 'What the settings of tenants let go, as it was counted before the last night',
      labelNames: ['kind'] as const,
      lifeSeconds: 36 * 3_600,
      registers,
    }),
    runsHour: new MeasuredGauge({
      name: 'atesta_runs_hour',
      help: 'Runs that began in the last hour, by what came of them: approved, rejected, review, cancelled, other, none where no stop has ended them, or open',
      labelNames: ['tenant', 'mode', 'pack', 'outcome'] as const,
      lifeSeconds: livesOf('volumes'),
      combine: 'sum',
      registers,
    }),
    linksHour: new MeasuredGauge({
      name: 'atesta_links_hour',
      help: 'Links that were made in the last hour, and those of them that were opened, consented to, refused and completed',
      labelNames: ['tenant', 'mode', 'pack', 'state'] as const,
      lifeSeconds: livesOf('volumes'),
      combine: 'sum',
      registers,
    }),
    reviewsOpen: new MeasuredGauge({
      name: 'atesta_reviews_open',
      help: 'Reviews that a person is to decide',
      labelNames: ['tenant', 'mode'] as const,
      lifeSeconds: livesOf('reviews'),
      combine: 'sum',
      registers,
    }),
    reviewsOverdue: new MeasuredGauge({
      name: 'atesta_reviews_overdue',
      help: 'Of them, those whose deadline has passed: it decides nothing',
      labelNames: ['tenant', 'mode'] as const,
      lifeSeconds: livesOf('reviews'),
      combine: 'sum',
      registers,
    }),
    reviewOldestSeconds: new MeasuredGauge({
      name: 'atesta_review_oldest_open_seconds',
      help: 'How long ago the first of those that are open was opened, by the clock of its transaction',
      labelNames: ['tenant', 'mode'] as const,
      lifeSeconds: livesOf('reviews'),
      registers,
    }),
    reviewOverdueSeconds: new MeasuredGauge({
      name: 'atesta_review_oldest_overdue_seconds',
      help: 'How long ago the first of their deadlines passed',
      labelNames: ['tenant', 'mode'] as const,
      lifeSeconds: livesOf('reviews'),
      registers,
    }),
  }
}
