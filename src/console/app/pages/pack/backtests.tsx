// Backtests of a pack: what another version would have decided for past transactions.
import type { ListedBacktests, PackBacktest } from '#src/packs/backtest/schema.ts'
import type { ListedName } from '#src/journey/registry/schema.ts'
import { api } from '../../api/client.ts'
import { stale, useAct, useQuery } from '../../api/query.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/form.tsx'
import { Empty, Needs, Section } from '../../parts/page.tsx'
import { ProblemNote, Waiting } from '../../parts/problem-note.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useAddress } from '../../shell/address.ts'
import { useSession } from '../../shell/session.ts'
import { useWords } from '../../words/words.ts'
import { Comparison } from '../packs/comparison.tsx'
import { packPage, packPath } from '../packs/paths.ts'
import { packWords } from '../packs/words.ts'
import { onePackWords } from './words.ts'

const againMs = 2_000

type Of = { readonly pack: ListedName; readonly version: number }

export function Backtests(props: Of) {
  const { can } = useSession()
  return (
    <Needs scope="reports:read">
      {can('packs:write') && <Start {...props} />}
      <Found name={props.pack.name} />
    </Needs>
  )
}

function Start({ pack, version }: Of) {
  const words = useWords(onePackWords)
  const [, set] = useAddress(['backtest'])
  const { name, versions, live } = pack
  const { act, busy, problem } = useAct(async (values: FormData) => {
    const { id } = await api.post<{ id: string }>(packPath(name, 'backtests'), {
      version: Number(values.get('version')),
      limit: Number(values.get('limit')),
      against: Number(values.get('against')) || undefined,
    })
    stale('pack-backtests')
    set({ backtest: id }, true)
  })
  const options = versions.toReversed().map((one) => ({ value: String(one.version), label: `v${one.version}` })) // prettier-ignore
  return (
    <form
      class="pack-stack"
      onSubmit={(event) => {
        event.preventDefault()
        void act(new FormData(event.currentTarget))
      }}
    >
      <p class="soft">{words.backtestLead}</p>
      <div class="filter">
        <Field
          name="version"
          label={words.tryVersion}
          kind="select"
          options={options}
          value={String(version)}
        />
        <Field
          name="against"
          label={words.only}
          kind="select"
          value={String(live[0]?.version ?? '')}
          options={[{ value: '', label: words.all }, ...options]}
        />
        <Field
          name="limit"
          label={words.limit}
          kind="number"
          min={1}
          max={1_000_000}
          value="10000"
          required
        />
        <Button kind="main" type="submit" busy={busy}>
          {words.start}
        </Button>
      </div>
      {problem && <ProblemNote problem={problem} />}
    </form>
  )
}

function Found({ name }: { name: string }) {
  const [words, shared] = [useWords(onePackWords), useWords(packWords)]
  const [{ backtest }] = useAddress(['backtest'])
  const list = useQuery(
    `pack-backtests ${name}`,
    () => api.get<ListedBacktests>(packPath(name, 'backtests')),
    { every: againMs * 2 },
  )
  return (
    <>
      {backtest && <One key={backtest} name={name} id={backtest} />}
      <Section title={words.tab.backtests}>
        <Table
          caption={words.tab.backtests}
          rows={list.data?.backtests}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => packPage(name, `?tab=backtests&backtest=${id}`)}
          problem={list.problem}
          empty={<Empty title={words.noBacktests} />}
          columns={[
            { head: shared.version, cell: ({ version, against }) => `v${version}${against === undefined ? '' : ` ← v${against}`}` }, // prettier-ignore
            { head: words.state, cell: (one) => <State {...one} /> },
            { head: shared.compared, align: 'end', cell: ({ compared }) => compared },
            { head: shared.changed, align: 'end', cell: ({ changed }) => changed },
            { head: shared.undecidable, align: 'end', from: 'medium', cell: ({ undecidable }) => undecidable }, // prettier-ignore
            { head: words.began, from: 'medium', cell: ({ createdAt }) => <Time at={createdAt} /> },
          ]}
        />
      </Section>
    </>
  )
}

function One({ name, id }: { name: string; id: string }) {
  const [words, shared] = [useWords(onePackWords), useWords(packWords)]
  const query = useQuery(
    `pack-backtest ${name} ${id}`,
    () => api.get<PackBacktest>(packPath(name, `backtests/${id}`)),
    { every: againMs },
  )
  if (!query.data) return <Waiting {...query} />
  const { version, status } = query.data
  return (
    <Section title={`${words.tab.backtests}: ${shared.versionOf(version)}`}>
      <div class="pack-stack" aria-live="polite" aria-busy={status === 'running'}>
        <p>
          <State {...query.data} />{' '}
          {status === 'running' && <progress max="1" value={query.data.progress} />}
        </p>
        <Comparison name={name} report={query.data} />
      </div>
    </Section>
  )
}

function State({ status, progress }: Pick<PackBacktest, 'status' | 'progress'>) {
  const words = useWords(onePackWords)
  const kinds = { running: 'info', completed: 'good', failed: 'bad' } as const
  return (
    <Badge kind={kinds[status]}>
      {words.backtest[status]}
      {status === 'running' && ` ${Math.round(progress * 100)} %`}
    </Badge>
  )
}
