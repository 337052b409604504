// One transaction: its past, its open tasks, and the possible actions.
import type { TimelineEntry } from '#src/journey/journal/schema.ts'
import type { OpenAgenda } from '#src/journey/lifecycle/agenda-schema.ts'
import { api, useQuery } from '../../api/query.ts'
import { Badge, Code, Time } from '../../parts/inline.tsx'
import { Loading, Page as Frame, ProblemNote, Section } from '../../parts/page.tsx'
import { Timeline } from '../../parts/timeline.tsx'
import { session } from '../../shell/session.ts'
import { Waits } from '../transactions/columns.tsx'
import { Acts } from './acts.tsx'
import { Agenda, Children, Reviews } from './remains.tsx'
import { Evidence, Results } from './evidence.tsx'
import { Link } from './link.tsx'
import { Messages } from './messages.tsx'
import { Packs } from './packs.tsx'
import { words } from './words.ts'

type State = { readonly entries: readonly TimelineEntry[]; readonly agenda: OpenAgenda }

async function readState(id: string): Promise<State> {
  const path = `/v1/transaction/${id}`
  const [entries, agenda] = await Promise.all([
    api.get<TimelineEntry[]>(`${path}/timeline`),
    api.get<OpenAgenda>(`${path}/agenda`),
  ])
  return { entries, agenda }
}

export function Page({ id }: { id: string }) {
  const { data, problem, reload } = useQuery(`transaction ${id}`, () => readState(id), {
    every: 3_000,
  })
  return (
    <Frame
      title={`${words.title} …${id.slice(-8)}`}
      acts={data && <Acts id={id} agenda={data.agenda} />}
    >
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {!data && !problem && <Loading />}
      {data && <Whole id={id} {...data} />}
    </Frame>
  )
}

function Whole({ id, entries, agenda }: State & { id: string }) {
  const isReviewed = entries.some(({ kind }) => /^(?:review|person)-/.test(kind))
  return (
    <>
      <Head id={id} entries={entries} agenda={agenda} />
      <div class="split reversed">
        <div>
          <Section title={words.happened}>
            <Timeline entries={entries} />
          </Section>
        </div>
        <div>
          <Agenda agenda={agenda} />
          <Reviews id={id} isAsked={isReviewed} />
          <Packs id={id} entries={entries} />
          <Children id={id} isMade={entries.some(({ kind }) => kind === 'children-made')} />
          <Link id={id} entries={entries} />
          <Results id={id} entries={entries} />
          <Messages id={id} entries={entries} />
          <Evidence id={id} />
        </div>
      </div>
    </>
  )
}

function Head({ id, entries, agenda }: State & { id: string }) {
  const { mode } = session()
  const { waiting, paused, workflow } = agenda
  const [first, last] = [entries[0], entries.at(-1)]
  return (
    <div class="row">
      <Code text={id} copy />
      {paused && (
        <Badge kind="warn">
          {words.paused} <Time at={paused.since} />
        </Badge>
      )}
      <span>
        {words.waits}{' '}
        {waiting ? <Waits waiting={waiting} /> : <Badge kind="quiet">{words.nothing}</Badge>}
      </span>
      {first && (
        <span class="soft">
          {words.created} <Time at={first.time} />
        </span>
      )}
      {last && (
        <span class="soft">
          {words.changed} <Time at={last.time} />
        </span>
      )}
      {workflow.url && (
        <a href={workflow.url} target="_blank" rel="noreferrer">
          {words.workflow} ↗
        </a>
      )}
      {mode === 'sandbox' && <a href={`/console/sandbox?transaction=${id}`}>{words.phone}</a>}
    </div>
  )
}
