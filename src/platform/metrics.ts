import { Counter, Histogram, Registry } from 'prom-client'
import { createGauges, type Gauges } from './gauges.ts'
import { boundTenants } from './tenant-series.ts'

/** The metrics of one process. Labels are route templates, names and codes, never personal data. */
export type Metrics = ReturnType<typeof createMetrics>

/** Creates all metrics of the service in a registry of their own, so that nothing is global. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const metrics = {
    ...createGauges(registry),
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
    sweepNudges: new Counter({
      name: 'atesta_sweep_nudges_total',
      help: 'Transactions that the sweep has nudged: a nudge, an alarm or a workflow was lost',
      registers,
    }),
    runsBegunAnew: new Counter({
      name: 'atesta_runs_begun_anew_total',
      help: 'Workflow runs that could not go on and were begun anew: their worker died, they ended, hung, or were stuck',
      labelNames: ['workflow', 'reason'] as const,
      registers,
    }),
    workersDied: new Counter({
      name: 'atesta_workers_died_total',
      help: 'Workers that this one has seen to be gone without a word, or at their end',
      registers,
    }),
    checkSpending: new Counter({
      name: 'atesta_check_spending_micros_total',
      help: 'What checks have cost, or may have, in millionths of the currency unit',
      labelNames: ['tenant', 'account', 'service'] as const,
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
    endpointAnswers: new Counter({
      name: 'atesta_endpoint_answers_total',
      help: 'Tries of calls to systems of tenants, by what came of them; endpoints have no name here',
      labelNames: ['tenant', 'outcome'] as const,
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
    retentionRemoved: new Counter({
      name: 'atesta_retention_removed_total',
      help: 'What retention has taken away',
      labelNames: ['kind'] as const,
      registers,
    }),
    signIns: new Counter({
      name: 'atesta_sign_ins_total',
      help: 'Sign-ins to the console at an issuer, by what came of them',
      labelNames: ['issuer', 'outcome'] as const,
      registers,
    }),
    unsealFailures: new Counter({
      name: 'atesta_unseal_failures_total',
      help: 'Sealed values and keys that did not open: this process lacks a key, or they were changed',
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

/** Shows calls, pauses and queues of the vendor accounts; read at each scrape. */
export function showAccounts(
  { accountCalls, accountResting, accountQueue }: Pick<Gauges, AccountGauge>,
  calls: { readonly accounts: () => readonly AccountState[] },
): void {
  const show = (gauge: Gauges[AccountGauge], read: (state: AccountState) => number) =>
    gauge.measureAtScrape(() =>
      joinEndpoints(calls.accounts()).map((state) => ({
        labels: { account: state.account },
        value: read(state),
      })),
    )
  show(accountCalls, ({ underWay }) => underWay)
  show(accountResting, ({ restMs }) => (restMs > 0 ? 1 : 0))
  show(accountQueue, ({ queueMs }) => queueMs / 1_000)
}

/** Shows age and failures of the key sets (JWKS); read at each scrape. */
export function showKeySets(
  { keySetAge, keySetFailures }: Pick<Gauges, 'keySetAge' | 'keySetFailures'>,
  read: () => readonly KeySetState[],
): void {
  keySetAge.measureAtScrape(() =>
    read().map(({ issuer, seconds = Infinity }) => ({ labels: { issuer }, value: seconds })),
  )
  keySetFailures.measureAtScrape(() =>
    read().map(({ issuer, failures }) => ({ labels: { issuer }, value: failures })),
  )
}

/** The systems of tenants are one line: they come and go, and their names are the tenants’ own. */
function joinEndpoints(accounts: readonly AccountState[]): readonly AccountState[] {
  const isEndpoint = ({ account }: AccountState) => account.startsWith('endpoint:')
  const own = accounts.filter(isEndpoint)
  if (own.length === 0) return accounts
  return [
    ...accounts.filter((one) => !isEndpoint(one)),
    {
      account: 'endpoints',
      underWay: own.reduce((sum, { underWay }) => sum + underWay, 0),
      restMs: Math.max(...own.map(({ restMs }) => restMs)),
      queueMs: Math.max(...own.map(({ queueMs }) => queueMs)),
    },
  ]
}

type AccountGauge = 'accountCalls' | 'accountResting' | 'accountQueue'

type AccountState = {
  readonly account: string
  readonly underWay: number
  readonly restMs: number
  readonly queueMs: number
}

export type KeySetState = {
  readonly issuer: string
  /** The age of the key set; undefined when it was never fetched. */
  readonly seconds: number | undefined
  /** The number of failed fetches in a row. */
  readonly failures: number
}
