import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics of one process. Labels are route templates, names and codes: nobody's data. */
export type Metrics = ReturnType<typeof createMetrics>

/** A registry of its own with all metrics of the service; nothing is kept in globals. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    httpRequestSeconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from a request to its answer, by route template',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    nudges: new Counter({
      name: 'nudges_total',
      help: 'Nudges of transactions, by what came of them',
      labelNames: ['outcome'] as const,
      registers,
    }),
    overdueTransactions: new Gauge({
      name: 'agenda_overdue_transactions',
      help: 'Transactions that were nudged anew, and whose workflow has not looked since; up to 1 000 are counted',
      registers,
    }),
    oldestOverdueSeconds: new Gauge({
      name: 'agenda_oldest_overdue_seconds',
      help: 'How long ago the first of their tasks was due, by wall time',
      registers,
    }),
    activitySeconds: new Histogram({
      name: 'activity_duration_seconds',
      help: 'Time of one attempt of an activity, by its outcome',
      labelNames: ['activity', 'outcome'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    }),
  }
}
