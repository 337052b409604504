import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { boundTenants } from './tenant-series.ts'

/** The metrics of one process. Labels are route templates, names and codes: nobody's data. */
export type Metrics = ReturnType<typeof createMetrics>

/** A registry of its own with all metrics of the service; nothing is kept in globals. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const metrics = {
    httpRequestSeconds: new Histogram({
      name: 'atesta_http_request_duration_seconds',
      help: 'Time from a request to its answer, by route template',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    nudges: new Counter({
      name: 'atesta_nudges_total',
      help: 'Nudges of transactions, by what came of them',
      labelNames: ['outcome'] as const,
      registers,
    }),
    overdueTransactions: new Gauge({
      name: 'atesta_agenda_overdue_transactions',
      help: 'Transactions that were nudged anew, and whose workflow has not looked since; up to 1 000 are counted',
      registers,
    }),
    oldestOverdueSeconds: new Gauge({
      name: 'atesta_agenda_oldest_overdue_seconds',
      help: 'How long ago the first of their tasks was due, by wall time',
      registers,
    }),
    sweepNudges: new Counter({
      name: 'atesta_sweep_nudges_total',
      help: 'Transactions that the sweep has nudged: a nudge, an alarm or a workflow was lost',
      registers,
    }),
    runsBegunAnew: new Counter({
      name: 'atesta_runs_begun_anew_total',
      help: 'Workflow runs that could not go on and were begun anew: ended, hung with a dead worker, or stuck',
      labelNames: ['workflow', 'reason'] as const,
      registers,
    }),
    checkSpending: new Counter({
      name: 'atesta_check_spending_micros_total',
      help: 'What checks have cost, or may have, in millionths of the currency unit',
      labelNames: ['tenant', 'account', 'service'] as const,
      registers,
    }),
    checkSpentShare: new Gauge({
      name: 'atesta_check_spent_share_ratio',
      help: 'How much of its daily cap on checks a tenant has spent or set aside, as this process saw it last',
      labelNames: ['tenant', 'mode'] as const,
      registers,
    }),
    simSwaps: new Counter({
      name: 'atesta_sim_swap_checks_total',
      help: 'Questions whether a SIM was changed lately, by what was answered',
      labelNames: ['account', 'outcome'] as const,
      registers,
    }),
    webhookSeconds: new Histogram({
      name: 'atesta_webhook_try_duration_seconds',
      help: 'Time of one try to send an event to an endpoint, by what came of it',
      labelNames: ['outcome'] as const,
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60],
      registers,
    }),
    webhooksDisabled: new Counter({
      name: 'atesta_webhooks_disabled_total',
      help: 'Endpoints to which nothing more is sent, because they are gone or have failed for days',
      labelNames: ['tenant', 'reason'] as const,
      registers,
    }),
    webhookEndpoints: new Gauge({
      name: 'atesta_webhook_endpoints',
      help: 'Endpoints of all tenants, by how they do',
      labelNames: ['status'] as const,
      registers,
    }),
    webhookLateSeconds: new Gauge({
      name: 'atesta_webhook_oldest_due_seconds',
      help: 'How long the first delivery has been due to an endpoint that takes what it is sent',
      registers,
    }),
    sends: new Counter({
      name: 'atesta_messages_sent_total',
      help: 'Calls that gave a message to an account, by what it answered',
      labelNames: ['account', 'channel', 'outcome'] as const,
      registers,
    }),
    sendSeconds: new Histogram({
      name: 'atesta_message_send_duration_seconds',
      help: 'Time of such a call',
      labelNames: ['account', 'channel'] as const,
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    callbacks: new Counter({
      name: 'atesta_callbacks_total',
      help: 'Events that vendors have reported, by what they are about',
      labelNames: ['vendor', 'event'] as const,
      registers,
    }),
    callbackAgeSeconds: new Histogram({
      name: 'atesta_callback_age_seconds',
      help: 'From when something happened, as its vendor says, to when we heard of it',
      labelNames: ['vendor'] as const,
      buckets: [1, 2, 5, 10, 30, 60, 300, 3_600, 86_400],
      registers,
    }),
    callbacksRefused: new Counter({
      name: 'atesta_callbacks_refused_total',
      help: 'Requests to a hook that no account of ours had signed',
      labelNames: ['vendor'] as const,
      registers,
    }),
    callbacksUnmatched: new Counter({
      name: 'atesta_callbacks_unmatched_total',
      help: 'Events of which no record was known when they came: they are tried again',
      labelNames: ['account'] as const,
      registers,
    }),
    accountResting: new Gauge({
      name: 'atesta_account_resting',
      help: '1 while an account is left alone after its failures',
      labelNames: ['account'] as const,
      registers,
    }),
    accountCalls: new Gauge({
      name: 'atesta_account_calls_under_way',
      help: 'Calls of an account that this process has under way; it has 64 slots',
      labelNames: ['account'] as const,
      registers,
    }),
    messagesHour: new Gauge({
      name: 'atesta_messages_hour',
      help: 'Live messages of the last hour that an account has taken, and those of them that arrived, failed or were answered',
      labelNames: ['tenant', 'account', 'channel', 'state'] as const,
      registers,
    }),
    spendDay: new Gauge({
      name: 'atesta_messages_spend_micros_day',
      help: 'What live messages of the last 24 hours have cost, in millionths of the accounts’ currency',
      labelNames: ['tenant', 'account'] as const,
      registers,
    }),
    templatesPaused: new Gauge({
      name: 'atesta_message_templates_paused',
      help: '1 while an account’s approved template cannot be used',
      labelNames: ['account', 'template'] as const,
      registers,
    }),
    templatesDegraded: new Gauge({
      name: 'atesta_message_templates_degraded',
      help: '1 while its vendor calls an account’s template marketing, or of low quality',
      labelNames: ['account', 'template', 'reason'] as const,
      registers,
    }),
    accountFaults: new Counter({
      name: 'atesta_account_faults_total',
      help: 'Messages that an account has refused, or not delivered, because of our access, sender or template',
      labelNames: ['account', 'code'] as const,
      registers,
    }),
    questionsDoubled: new Counter({
      name: 'atesta_questions_doubled_total',
      help: 'Questions of which nobody knows whether they left: sent by the next account, or refused because the hour had enough of them',
      labelNames: ['tenant', 'outcome'] as const,
      registers,
    }),
    pumpingRefused: new Counter({
      name: 'atesta_pumping_requests_total',
      help: 'Requests for messages to a prefix that is hardly answered: refused, or watched alone',
      labelNames: ['tenant', 'outcome'] as const,
      registers,
    }),
    prefixesBlocked: new Gauge({
      name: 'atesta_pumping_prefixes_blocked',
      help: 'Prefixes to which a tenant’s live messages do not go now, because hardly any was answered',
      labelNames: ['tenant'] as const,
      registers,
    }),
    accountQueue: new Gauge({
      name: 'atesta_account_queue_seconds',
      help: 'When the last of those who wait for an account is called again',
      labelNames: ['account'] as const,
      registers,
    }),
    keySetAge: new Gauge({
      name: 'atesta_issuer_key_set_age_seconds',
      help: 'Since the key set of an issuer was last had from its address; it is good for a day. Infinite: it was never had',
      labelNames: ['issuer'] as const,
      registers,
    }),
    retentionDue: new Gauge({
      name: 'atesta_retention_due',
      help: 'What the settings of tenants let go, as it was counted before the last night',
      labelNames: ['kind'] as const,
      registers,
    }),
    retentionRemoved: new Counter({
      name: 'atesta_retention_removed_total',
      help: 'What retention has taken away',
      labelNames: ['kind'] as const,
      registers,
    }),
    reviewsOpen: new Gauge({
      name: 'atesta_reviews_open',
      help: 'Reviews that a person is to decide',
      labelNames: ['tenant', 'mode'] as const,
      registers,
    }),
    reviewsOverdue: new Gauge({
      name: 'atesta_reviews_overdue',
      help: 'Of them, those whose deadline has passed: it decides nothing',
      labelNames: ['tenant', 'mode'] as const,
      registers,
    }),
    reviewOverdueSeconds: new Gauge({
      name: 'atesta_review_oldest_overdue_seconds',
      help: 'How long ago the first of their deadlines passed',
      labelNames: ['tenant', 'mode'] as const,
      registers,
    }),
    activitySeconds: new Histogram({
      name: 'atesta_activity_duration_seconds',
      help: 'Time of one attempt of an activity, by its outcome',
      labelNames: ['activity', 'outcome'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    }),
    objectStoreSeconds: new Histogram({
      name: 'atesta_object_store_request_duration_seconds',
      help: 'Time of a call to the store of pictures, by what came of it',
      labelNames: ['operation', 'outcome'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
  }
  boundTenants(Object.values(metrics))
  return { registry, ...metrics }
}

/** How the accounts of a process do, as it is when somebody looks. */
export function showAccounts(
  { accountCalls, accountResting, accountQueue }: AccountGauges,
  calls: { readonly accounts: () => readonly AccountState[] },
): void {
  // Once for both, by the one that is read first: they are of the same moment.
  Object.assign(accountResting, {
    collect() {
      for (const { account, underWay, restMs, queueMs } of calls.accounts()) {
        accountCalls.set({ account }, underWay)
        accountResting.set({ account }, restMs > 0 ? 1 : 0)
        accountQueue.set({ account }, queueMs / 1_000)
      }
    },
  })
}

/** How old the key sets are, as it is when somebody looks. */
export function showKeySets(
  { keySetAge }: Pick<Metrics, 'keySetAge'>,
  ages: () => readonly { readonly issuer: string; readonly seconds: number | undefined }[],
): void {
  Object.assign(keySetAge, {
    collect() {
      for (const { issuer, seconds = Infinity } of ages()) keySetAge.set({ issuer }, seconds)
    },
  })
}

type AccountGauges = Pick<Metrics, 'accountCalls' | 'accountResting' | 'accountQueue'>

type AccountState = {
  readonly account: string
  readonly underWay: number
  readonly restMs: number
  readonly queueMs: number
}
