// Limits the tenants that have series of their own: credentials may name any number of tenants, and each would add
// series to the metrics store. All tenants beyond the limit share one series.

/** The label of the series that is shared by tenants without their own. */
const others = 'others'

type Labels = Readonly<Record<string, string | number>>

/** The methods that counters and gauges have in common. */
type Metric = {
  readonly labelNames: readonly string[]
  inc(labels: Labels, value?: number): void
  /** Only gauges have this method. */
  set?(labels: Labels, value: number): void
  reset(): void
}

const isOfTenants = (metric: object): metric is Metric =>
  'labelNames' in metric &&
  Array.isArray(metric.labelNames) &&
  metric.labelNames.includes('tenant') &&
  'inc' in metric

/**
 * The first `most` tenants get series in all of the metrics for the life of the process. For the others counters are
 * added up, and gauges show the largest value until they are reset.
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
