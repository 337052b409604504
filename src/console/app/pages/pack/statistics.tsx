// The results of a pack's runs: by day, by module, by the step at which people leave its links, and of its shadow.
import { useMemo } from 'preact/hooks'
import type { PackShadow } from '#src/packs/backtest/schema.ts'
import type { LinkFunnel } from '#src/links/funnel/schema.ts'
import type { PackStatistics } from '#src/packs/statistics/schema.ts'
import { useGet } from '../../api/query.ts'
import { Filter } from '../../parts/filter.tsx'
import { optionsOf } from '../../parts/form.tsx'
import { Empty, Section, Waiting } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { useAddress } from '../../shell/address.ts'
import { states } from '../../words/states.ts'
import { language, locale } from '../../words/words.ts'
import { Comparison } from '../packs/reports.tsx'
import { type OfVersion, packPath } from '../packs/paths.ts'
import { words } from '../packs/words.ts'
import { type Bars, Chart } from './chart.tsx'

const spans = ['7', '30', '90']

export function Statistics({ pack: { name } }: OfVersion) {
  const [{ days = '30' }, set] = useAddress(['days'])
  const asked = { days }
  const counts = useGet<PackStatistics>(packPath(name, 'statistics'), { asked })
  const funnel = useGet<LinkFunnel>(packPath(name, 'funnel'), { asked })
  if (!counts.data) return <Waiting {...counts} />
  const { runs, modules } = counts.data
  return (
    <>
      <Filter
        fields={[{ name: 'days', label: words.days, options: optionsOf(spans), isRequired: true }]}
        values={{ days }}
        onChange={set}
      />
      {runs.length === 0 ? <Empty title={words.noRuns} /> : <Days counts={counts.data} />}
      {modules.length > 0 && <Modules modules={modules} />}
      {(funnel.data?.versions.length ?? 0) > 0 && <Funnel versions={funnel.data?.versions ?? []} />}
    </>
  )
}

function Days({ counts: { runs, since } }: { counts: PackStatistics }) {
  const { ending } = states
  const codeOf = ({ outcome, status }: PackStatistics['runs'][number]) => outcome ?? status
  const bars = useMemo((): Bars => {
    const days = listDays(since.slice(0, 10))
    const codes = [...new Set(runs.map(codeOf))].toSorted()
    const countOf = (code: string, day: string) =>
      runs.reduce((sum, run) => sum + (run.day === day && codeOf(run) === code ? run.count : 0), 0)
    const countsOf = (code: string) => days.map((day) => countOf(code, day))
    const series = codes.map((code) => ({ outcome: code, label: ending(code), counts: countsOf(code) })) // prettier-ignore
    return { days, series }
  }, [runs, since, language()])
  return (
    <Section title={words.perDay}>
      <Chart bars={bars} />
      <details>
        <summary>{words.asTable}</summary>
        <Table
          caption={words.perDay}
          rows={runs}
          keyOf={(run) => `${run.day} ${run.version} ${run.status} ${run.outcome}`}
          columns={[
            { head: words.day, cell: ({ day }) => day },
            { head: words.version, cell: ({ version }) => `v${version}` },
            { head: words.outcome, cell: (run) => ending(codeOf(run)) },
            { head: words.runs, align: 'end', cell: ({ count }) => count },
          ]}
        />
      </details>
    </Section>
  )
}

const dayMs = 86_400_000

/** Days in UTC, up to today. */
function listDays(first: string): string[] {
  const count = Math.floor((Date.now() - Date.parse(first)) / dayMs) + 1
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.parse(first) + at * dayMs).toISOString().slice(0, 10),
  )
}

function Modules({ modules }: Pick<PackStatistics, 'modules'>) {
  return (
    <Section title={words.modules}>
      <Table
        caption={words.modules}
        rows={modules}
        keyOf={({ module }) => module}
        columns={[
          { head: words.step, cell: ({ module }) => states.what(module) },
          { head: words.runs, align: 'end', cell: ({ count }) => count },
          { head: words.failures, align: 'end', cell: ({ failures }) => failures },
          {
            head: words.half,
            align: 'end',
            from: 'medium',
            cell: (one) => saySeconds(one.p50Seconds),
          },
          { head: words.most, align: 'end', cell: (one) => saySeconds(one.p95Seconds) },
        ]}
      />
    </Section>
  )
}

function Funnel({ versions }: Pick<LinkFunnel, 'versions'>) {
  return (
    <Section title={words.funnel}>
      {versions.map(({ version, made, opened, consented, completed, steps }) => (
        <div key={version} class="stack">
          <p>
            <strong>v{version}</strong>{' '}
            <span class="soft">
              {words.made} {made} · {words.opened} {opened} · {words.agreed} {consented} ·{' '}
              {words.completed} {completed}
            </span>
          </p>
          {steps.length > 0 && (
            <Table
              caption={`${words.funnel}, v${version}`}
              rows={steps}
              keyOf={({ step }) => step}
              columns={[
                { head: words.step, cell: ({ step }) => states.what(step) },
                { head: words.came, align: 'end', cell: ({ begun }) => begun },
                { head: words.done, align: 'end', cell: ({ done }) => done },
                { head: words.left, align: 'end', cell: ({ left }) => left },
                { head: words.tries, align: 'end', from: 'medium', cell: ({ tries }) => tries },
                { head: words.half, align: 'end', from: 'medium', cell: (one) => saySeconds(one.p50Seconds) }, // prettier-ignore
              ]}
            />
          )}
        </div>
      ))}
    </Section>
  )
}

const write = (value: number, digits: number): string =>
  new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(value)

/** Writes seconds in a suitable unit, with decimals in the reader's language. */
function saySeconds(seconds: number | undefined): string {
  if (seconds === undefined) return '–'
  if (seconds < 120) return `${write(seconds, seconds < 10 ? 2 : 0)} s`
  return seconds < 7_200 ? `${write(seconds / 60, 0)} min` : `${write(seconds / 3_600, 1)} h`
}

export function Shadow({ pack: { name, shadow } }: OfVersion) {
  const path = shadow === undefined ? undefined : packPath(name, 'shadow')
  const query = useGet<PackShadow>(path)
  if (path === undefined) return <Empty title={words.noShadow} />
  if (!query.data) return <Waiting {...query} />
  return (
    <Section title={`${words.shadow}: v${query.data.version}`}>
      <Comparison name={name} report={query.data} />
    </Section>
  )
}
