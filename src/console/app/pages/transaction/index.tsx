// One transaction: its past, its open tasks, and the possible actions.
import type { z } from 'zod'
import type { Hold } from '#src/journey/erasure/schema.ts'
import type { TimelineEntry } from '#src/journey/journal/schema.ts'
import type { OpenAgenda } from '#src/journey/lifecycle/agenda-schema.ts'
import { api, Refused, useQuery } from '../../api/query.ts'
import { Badge, Code, Time } from '../../parts/inline.tsx'
import { Loading, Page as Frame, ProblemNote, Section } from '../../parts/page.tsx'
import { Timeline } from '../../parts/timeline.tsx'
import { can, session } from '../../shell/session.ts'
import { Waits } from '../transactions/columns.tsx'
import { Acts } from './acts.tsx'
import { Agenda, Children, Reviews } from './remains.tsx'
import { Evidence, Results } from './evidence.tsx'
import { Link } from './link.tsx'
import { Messages } from './messages.tsx'
import { Packs } from './packs.tsx'
import { words } from './words.ts'

type Held = z.output<typeof Hold>
type State = { readonly entries: readonly TimelineEntry[]; readonly agenda: OpenAgenda }

async function readState(id: string): Promise<State> {
  const path = `/v1/transaction/${id}`
  const [entries, agenda] = await Promise.all([
    api.get<TimelineEntry[]>(`${path}/timeline`),
    api.get<OpenAgenda>(`${path}/agenda`),
  ])
  return { entries, agenda }
}

/** Null without a hold. */
async function readHold(id: string): Promise<Held | null> {
  try {
    return await api.get<Held>(`/v1/transaction/${id}/hold`)
  } catch (error) {
    if (error instanceof Refused && error.problem.status === 404) return null
    throw error
  }
}

export function Page({ id }: { id: string }) {
  const holdKey = can('data:hold') ? `transaction ${id} hold` : undefined
  const { data: hold } = useQuery(holdKey, () => readHold(id))
  const isHeld = hold === undefined ? undefined : hold !== null
  const { data, problem, reload } = useQuery(`transaction ${id}`, () => readState(id), {
    every: 3_000,
  })
  return (
    <Frame
      title={`${words.title} …${id.slice(-8)}`}
      acts={data && <Acts id={id} agenda={data.agenda} isHeld={isHeld} />}
    >
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {!data && !problem && <Loading />}
      {data && <Whole id={id} {...data} hold={hold} />}
    </Frame>
  )
}

type WholeProps = State & { readonly id: string; readonly hold: Held | null | undefined }

function Whole({ id, entries, agenda, hold }: WholeProps) {
  const isReviewed = entries.some(({ kind }) => /^(?:review|person)-/.test(kind))
  return (
    <>
      <Head id={id} entries={entries} agenda={agenda} hold={hold} />
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

function Head({ id, entries: [first], agenda: { waiting, workflow }, hold }: WholeProps) {
  const { mode } = session()
  return (
    <div class="row">
      <Code text={id} copy />
      {hold && (
        <span title={hold.reason}>
          <Badge kind="warn">
            {words.isHeld} {hold.until && words.until.toLowerCase()}{' '}
            {hold.until && <Time at={hold.until} exact />}
          </Badge>
        </span>
      )}
      {waiting && (
        <span>
          {words.waits} <Waits waiting={waiting} />
        </span>
      )}
      {first && (
        <span class="soft">
          {words.created} <Time at={first.time} />
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
