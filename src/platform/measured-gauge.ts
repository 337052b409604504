// A gauge whose values expire unless they are renewed: a value that cannot be measured is shown as absent, not as the
// last known one.
import { Gauge, type GaugeConfiguration, type LabelValues } from 'prom-client'

export type Sample<Label extends string> = {
  readonly labels: LabelValues<Label>
  readonly value: number
}

type Settings<Label extends string> = GaugeConfiguration<Label> & {
  /** For how long a value is good after it was set; usually some multiple of the interval of measurement. */
  readonly lifeSeconds: number | (() => number)
  /** The value that is shown for several samples with the same labels: their sum, or the last. */
  readonly combine?: 'sum' | 'last'
}

export class MeasuredGauge<Label extends string = string> extends Gauge<Label> {
  readonly #lifeSeconds: () => number
  readonly #combine: 'sum' | 'last'
  /** When the value of each set of labels expires, by the monotonic clock. */
  readonly #until = new Map<string, number>()

  constructor({ lifeSeconds, combine = 'last', ...configuration }: Settings<Label>) {
    super(configuration)
    this.#lifeSeconds = typeof lifeSeconds === 'function' ? lifeSeconds : () => lifeSeconds
    this.#combine = combine
  }

  /** Replaces all values by these samples, which were measured at one moment. */
  show(samples: readonly Sample<Label>[]): void {
    this.reset()
    this.#until.clear()
    for (const { labels, value } of samples)
      if (this.#combine === 'sum') this.inc(labels, value)
      else this.set(labels, value)
  }

  /** Measures at each scrape; when the measurement fails, the gauge shows no value. */
  measureAtScrape(
    measure: () => readonly Sample<Label>[] | Promise<readonly Sample<Label>[]>,
  ): void {
    Object.assign(this, {
      collect: async () => {
        try {
          this.show(await measure())
        } catch {
          this.show([])
        }
      },
    })
  }

  override set(labels: LabelValues<Label> | number, value?: number): void {
    // Safe because the arguments are those of one of the two overloads.
    super.set(labels as LabelValues<Label>, value as number)
    this.#renew(labels)
  }

  override inc(labels?: LabelValues<Label> | number, value?: number): void {
    // Safe because the arguments are those of one of the two overloads.
    super.inc(labels as LabelValues<Label>, value)
    this.#renew(labels)
  }

  override async get(): ReturnType<Gauge<Label>['get']> {
    const found = await super.get()
    const now = performance.now()
    const values = found.values.filter(
      ({ labels }) => (this.#until.get(keyOf(labels)) ?? -Infinity) > now,
    )
    return { ...found, values }
  }

  #renew(labels: LabelValues<Label> | number | undefined): void {
    const key = keyOf(typeof labels === 'object' ? labels : {})
    this.#until.set(key, performance.now() + this.#lifeSeconds() * 1_000)
  }
}

const keyOf = (labels: object): string =>
  JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)))
