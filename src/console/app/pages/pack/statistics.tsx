// What became of the runs of a pack: by day, by module, and where people leave its links; and of its shadow.
import { useMemo } from 'preact/hooks'
import type { PackShadow } from '#src/packs/backtest/schema.ts'
import type { ListedName } from '#src/journey/registry/schema.ts'
import type { LinkFunnel } from '#src/links/funnel/schema.ts'
import type { PackStatistics } from '#src/packs/statistics/schema.ts'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/query.ts'
import { Filter } from '../../parts/filter.tsx'
import { optionsOf } from '../../parts/form.tsx'
import { Empty, Needs, Section } from '../../parts/page.tsx'
import { Waiting } from '../../parts/problem-note.tsx'
import { Table } from '../../parts/table.tsx'
import { useAddress } from '../../shell/address.ts'
import { useStates } from '../../words/states.ts'
import { useWords } from '../../words/words.ts'
import { Comparison } from '../packs/comparison.tsx'
import { packPath } from '../packs/paths.ts'
import { packWords } from '../packs/words.ts'
import { type Bars, Chart } from './chart.tsx'
import { onePackWords } from './words.ts'

const spans = ['7', '30', '90']

export const Statistics = ({ name }: { name: string }) => (
  <Needs scope="reports:read">
    <Counted name={name} />
  </Needs>
)

function Counted({ name }: { name: string }) {
  const words = useWords(onePackWords)
  const [values, set] = useAddress(['days'])
  const { days = '30' } = values
  const query = useQuery(`pack-statistics ${name} ${days}`, async () => {
    const asked = { days }
    const [counts, funnel] = await Promise.all([
      api.get<PackStatistics>(packPath(name, 'statistics'), asked),
      api.get<LinkFunnel>(packPath(name, 'funnel'), asked),
    ])
    return { counts, funnel }
  })
  if (!query.data) return <Waiting {...query} />
  const { counts, funnel } = query.data
  return (
    <>
      <Filter
        fields={[{ name: 'days', label: words.days, options: optionsOf(spans) }]} // prettier-ignore
        values={{ days }}
        onChange={set}
      />
      {counts.runs.length === 0 ? <Empty title={words.noRuns} /> : <Days counts={counts} />}
      {counts.modules.length > 0 && <Modules counts={counts} />}
      {funnel.versions.length > 0 && <Funnel funnel={funnel} />}
    </>
  )
}

type Counts = { readonly counts: PackStatistics }

function Days({ counts: { runs, since } }: Counts) {
  const [words, shared] = [useWords(onePackWords), useWords(packWords)]
  const states = useStates()
  const codeOf = ({ outcome, status }: PackStatistics['runs'][number]) => outcome ?? status
  const say = (code: string) => states.outcome(states.status(code))
  const bars = useMemo((): Bars => {
    const days = listDays(since.slice(0, 10))
    const codes = [...new Set(runs.map(codeOf))].toSorted()
    const countOf = (code: string, day: string) =>
      runs.reduce((sum, run) => sum + (run.day === day && codeOf(run) === code ? run.count : 0), 0)
    const series = codes.map((code) => ({ outcome: code, label: say(code), counts: days.map((day) => countOf(code, day)) })) // prettier-ignore
    return { days, series }
  }, [runs, since, words])
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
            { head: shared.version, cell: ({ version }) => `v${version}` },
            { head: words.outcome, cell: (run) => say(codeOf(run)) },
            { head: shared.runs, align: 'end', cell: ({ count }) => count },
          ]}
        />
      </details>
    </Section>
  )
}

const dayMs = 86_400_000

/** In UTC, up to today. */
function listDays(first: string): string[] {
  const count = Math.floor((Date.now() - Date.parse(first)) / dayMs) + 1
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.parse(first) + at * dayMs).toISOString().slice(0, 10),
  )
}

function Modules({ counts: { modules } }: Counts) {
  const [words, shared] = [useWords(onePackWords), useWords(packWords)]
  return (
    <Section title={words.modules}>
      <Table
        caption={words.modules}
        rows={modules}
        keyOf={({ module }) => module}
        columns={[
          { head: shared.step, cell: ({ module }) => module },
          { head: shared.runs, align: 'end', cell: ({ count }) => count },
          { head: words.failures, align: 'end', cell: ({ failures }) => failures },
          { head: words.half, align: 'end', from: 'medium', cell: (one) => writeSeconds(one.p50Seconds) }, // prettier-ignore
          { head: words.most, align: 'end', cell: (one) => writeSeconds(one.p95Seconds) },
        ]}
      />
    </Section>
  )
}

function Funnel({ funnel: { versions } }: { funnel: LinkFunnel }) {
  const [words, shared] = [useWords(onePackWords), useWords(packWords)]
  return (
    <Section title={words.funnel}>
      {versions.map(({ version, made, opened, consented, completed, steps }) => (
        <div key={version} class="pack-stack">
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
                { head: shared.step, cell: ({ step }) => step },
                { head: words.came, align: 'end', cell: ({ begun }) => begun },
                { head: words.done, align: 'end', cell: ({ done }) => done },
                { head: words.left, align: 'end', cell: ({ left }) => left },
                { head: words.tries, align: 'end', from: 'medium', cell: ({ tries }) => tries },
                { head: words.half, align: 'end', from: 'medium', cell: (one) => writeSeconds(one.p50Seconds) }, // prettier-ignore
              ]}
            />
          )}
        </div>
      ))}
    </Section>
  )
}

function writeSeconds(value: number | undefined): string {
  if (value === undefined) return '–'
  if (value < 120) return `${Number(value.toFixed(value < 10 ? 2 : 0))} s`
  return value < 7_200 ? `${Math.round(value / 60)} min` : `${(value / 3_600).toFixed(1)} h`
}

export const Shadow = ({ pack }: { pack: ListedName }) => {
  const words = useWords(onePackWords)
  if (pack.shadow === undefined) return <Empty title={words.noShadow} />
  return (
    <Needs scope="reports:read">
      <Beside name={pack.name} />
    </Needs>
  )
}

function Beside({ name }: { name: string }) {
  const shared = useWords(packWords)
  const query = useQuery(`pack-shadow ${name}`, () => api.get<PackShadow>(packPath(name, 'shadow')))
  if (!query.data) return <Waiting {...query} />
  return (
    <Section title={`${shared.shadow}: v${query.data.version}`}>
      <Comparison name={name} report={query.data} />
    </Section>
  )
}
