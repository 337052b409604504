// Credentials may name tenants without end, and each would have series of its own: so many have them in a process, and all
// others share one, so that nobody fills the store of metrics.

/** What those share who have none of their own. */
const others = 'others'

type Labels = Readonly<Record<string, string | number>>

/** What counters and gauges have in common here. */
type Metric = {
  readonly labelNames: readonly string[]
  inc(labels: Labels, value?: number): void
  /** Of gauges. */
  set?(labels: Labels, value: number): void
  reset(): void
}

const isOfTenants = (metric: object): metric is Metric =>
  'labelNames' in metric &&
  Array.isArray(metric.labelNames) &&
  metric.labelNames.includes('tenant') &&
  'inc' in metric

/**
 * Whoever comes first has series, in all of the metrics, for as long as the process lives. What is counted of the others is
 * added up; of what is set for them the largest stands, until the gauge is reset.
 */
export function boundTenants(metrics: readonly object[], most = 500): void {
  const shown = new Set<string>()
  const nameOf = (tenant: string) => {
    if (!shown.has(tenant) && shown.size >= most) return others
    shown.add(tenant)
    return tenant
  }
  for (const metric of metrics) if (isOfTenants(metric)) bound(metric, nameOf)
}

function bound(metric: Metric, nameOf: (tenant: string) => string): void {
  const inc = metric.inc.bind(metric)
  const set = metric.set?.bind(metric)
  const reset = metric.reset.bind(metric)
  const largest = new Map<string, number>()
  const rename = (labels: Labels) => ({ ...labels, tenant: nameOf(String(labels.tenant)) })
  metric.inc = (labels, value) => inc(rename(labels), value)
  metric.reset = () => {
    largest.clear()
    reset()
  }
  if (!set) return
  metric.set = (labels, value) => {
    const renamed = rename(labels)
    if (renamed.tenant !== others) return set(renamed, value)
    const key = JSON.stringify(renamed)
    const most = Math.max(value, largest.get(key) ?? value)
    largest.set(key, most)
    set(renamed, most)
  }
}
