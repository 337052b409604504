import { Counter, Histogram, Registry } from 'prom-client'
import { createGauges, type Gauges, readHead } from './gauges.ts'
import { boundTenants } from './tenant-series.ts'

/** The metrics of one process. Labels are route templates, names and codes, never personal data. */
export type Metrics = ReturnType<typeof createMetrics>

/** Creates all metrics of the service in a registry of their own, so that nothing is global. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const counter = <const Head extends string>(head: Head, help: string) =>
    new Counter({ ...readHead(head), help, registers })
  const histogram = <const Head extends string>(
    head: Head,
    settings: { help: string; buckets: number[] },
  ) => new Histogram({ ...readHead(head), ...settings, registers })
  const metrics = {
    ...createGauges(registry),
    httpRequestSeconds: histogram('atesta_http_request_duration_seconds{method,route,status}', {
      help: 'Time from a request to its answer, by route template',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    }),
    nudges: counter('atesta_nudges_total{outcome}', 'Nudges of transactions, by what came of them'),
    sweepNudges: counter(
      'atesta_sweep_nudges_total',
      'Transactions that the sweep has nudged: a nudge, an alarm or a workflow was lost',
    ),
    runsBegunAnew: counter(
      'atesta_runs_begun_anew_total{workflow,reason}',
      'Workflow runs that could not go on and were begun anew: their worker died, they ended, hung, or were stuck',
    ),
    workersDied: counter(
      'atesta_workers_died_total',
      'Workers that this one has seen to be gone without a word, or at their end',
    ),
    checkSpending: counter(
      'atesta_check_spending_micros_total{tenant,account,service}',
      'What checks have cost, or may have, in millionths of the currency unit',
    ),
    simSwaps: counter(
      'atesta_sim_swap_checks_total{account,outcome}',
      'Questions whether a SIM was changed lately, by what was answered',
    ),
    webhookSeconds: histogram('atesta_webhook_try_duration_seconds{outcome}', {
      help: 'Time of one try to send an event to an endpoint, by what came of it',
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60],
    }),
    webhooksDisabled: counter(
      'atesta_webhooks_disabled_total{tenant,reason}',
      'Endpoints to which nothing more is sent, because they are gone or have failed for days',
    ),
    endpointAnswers: counter(
      'atesta_endpoint_answers_total{tenant,outcome}',
      'Tries of calls to systems of tenants, by what came of them; endpoints have no name here',
    ),
    sends: counter(
      'atesta_messages_sent_total{account,channel,outcome}',
      'Calls that gave a message to an account, by what it answered',
    ),
    sendSeconds: histogram('atesta_message_send_duration_seconds{account,channel}', {
      help: 'Time of such a call',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    }),
    callbacks: counter(
      'atesta_callbacks_total{vendor,event}',
      'Events that vendors have reported, by what they are about',
    ),
    callbackAgeSeconds: histogram('atesta_callback_age_seconds{vendor}', {
      help: 'From when something happened, as its vendor says, to when we heard of it',
      buckets: [1, 2, 5, 10, 30, 60, 300, 3_600, 86_400],
    }),
    callbacksRefused: counter(
      'atesta_callbacks_refused_total{vendor}',
      'Requests to a hook that no account of ours had signed',
    ),
    callbacksUnmatched: counter(
      'atesta_callbacks_unmatched_total{account}',
      'Events of which no record was known when they came: they are tried again',
    ),
    accountFaults: counter(
      'atesta_account_faults_total{account,code}',
      'Messages that an account has refused, or not delivered, because of our access, sender or template',
    ),
    questionsDoubled: counter(
      'atesta_questions_doubled_total{tenant,outcome}',
      'Questions of which nobody knows whether they left: sent by the next account, or refused because the hour had enough of them',
    ),
    pumpingRefused: counter(
      'atesta_pumping_requests_total{tenant,outcome}',
      'Requests for messages to a prefix that is hardly answered: refused, or watched alone',
    ),
    retentionRemoved: counter(
      'atesta_retention_removed_total{kind}',
      'What retention has taken away',
    ),
    signIns: counter(
      'atesta_sign_ins_total{issuer,outcome}',
      'Sign-ins to the console at an issuer, by what came of them',
    ),
    unsealFailures: counter(
      'atesta_unseal_failures_total',
      'Sealed values and keys that did not open: this process lacks a key, or they were changed',
    ),
    activitySeconds: histogram('atesta_activity_duration_seconds{activity,outcome}', {
      help: 'Time of one attempt of an activity, by its outcome',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    }),
    objectStoreSeconds: histogram(
      'atesta_object_store_request_duration_seconds{operation,outcome}',
      {
        help: 'Time of a call to the store of pictures, by what came of it',
        buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      },
    ),
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
