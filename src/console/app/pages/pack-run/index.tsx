// A run of a pack on one transaction: its drawing with states, updated live, the data that each step read, and the
// actions that are possible.
import { useState } from 'preact/hooks'
import type { RunList } from '#src/packs/history/schema.ts'
import type { PackRunInWords, PackStepInWords } from '#src/packs/drawing/schema.ts'
import { api, stale, useAct, useGet, useQuery } from '../../api/query.ts'
import { Button, Dotted, Outcome, Time, TransactionLink } from '../../parts/inline.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { AskedButton, AskedSection } from '../../parts/acts.tsx'
import { Page as Frame, Pairs, ProblemNote, Section, Waiting } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { notify } from '../../shell/notices.tsx'
import { can } from '../../shell/session.ts'
import { states } from '../../words/states.ts'
import { Conditions, type Read } from '../packs/conditions.tsx'
import { Drawing } from '../packs/drawing.tsx'
import { packPage, packPath } from '../packs/paths.ts'
import { words as shared } from '../packs/words.ts'
import { words } from './words.ts'
import '../packs/packs.css'

type Of = { readonly name: string; readonly transactionId: string }

export function Page({ name, transactionId }: Of) {
  const path = packPath(name, transactionId)
  const [isOpen, setOpen] = useState(true)
  const query = useQuery(
    `${path}/run`,
    async () => {
      const asked = { values: false }
      const [run, svg] = await Promise.all([
        api.get<PackRunInWords>(`${path}/run`, asked),
        api.text(`${path}/run/drawing?values=false`),
      ])
      setOpen(run.status === 'processing')
      return { run, svg }
    },
    isOpen ? { every: 3_000 } : {},
  )
  const title = words.title(name)
  return (
    <Frame
      title={title}
      lead={
        <span>
          <a href={packPage(name)}>{name}</a> · {words.transaction}{' '}
          <TransactionLink id={transactionId} />
          {isOpen && query.data && ` · ${words.live}`}
        </span>
      }
      acts={query.data && <Acts path={path} run={query.data.run} />}
    >
      {query.data ? (
        <>
          <div class="stack">
            <Facts run={query.data.run} />
            <Drawing label={title} svg={query.data.svg} steps={query.data.run.steps} />
          </div>
          {(can('reviews:write') || can('legal:read')) && (
            <AskedSection title={shared.saw} act={shared.show} lead={shared.audited}>
              <Conditions path={`${path}/runs/${query.data.run.id}/evidence`} write={writeRead} />
            </AskedSection>
          )}
        </>
      ) : (
        <Waiting {...query} />
      )}
      <Earlier name={name} path={path} />
    </Frame>
  )
}

/** Shows the field by its path in the document, which the author knows. */
const writeRead = ({ read, value }: Read) => (
  <code>
    <Dotted text={read} /> = {Array.isArray(value) ? JSON.stringify(value) : String(value)}
  </code>
)

function Facts({ run }: { run: PackRunInWords }) {
  const { version, status, outcome, stopReason, startedAt, endedAt } = run
  return (
    <div class="card">
      <Pairs
        items={[
          [words.outcome, <Outcome outcome={outcome} status={status} />],
          stopReason && [words.why, states.reason(stopReason)],
          [words.version, `v${version}`],
          [words.began, <Time at={startedAt} exact />],
          endedAt && [words.ended, <Time at={endedAt} exact />],
        ]}
      />
    </div>
  )
}

/** The names of steps whose modules have failed. */
const failedIn = ({ words, state, steps }: PackStepInWords): string[] => [
  ...(state === 'failed' && steps.length === 0 ? [words] : []),
  ...steps.flatMap(failedIn),
]

function Acts({ path, run }: { path: string; run: PackRunInWords }) {
  const [bought, setBought] = useState<string>()
  const done = (text: string) => {
    stale(path)
    notify(text)
  }
  const end = async () => {
    await api.delete(`${path}/runs/${run.id}`)
    done(words.isEnded)
  }
  const rerun = async (step: string, again?: true) => {
    await api.post(`${path}/modules/${encodeURIComponent(step)}/rerun`, { again })
    done(words.retried)
  }
  const repeat = useAct(rerun)
  if (!can('transactions:write')) return null
  const isUncertain = repeat.problem?.code === 'purchase-uncertain'
  return (
    <>
      {[...new Set(failedIn(run.steps))].map((step) => (
        <Button
          key={step}
          busy={repeat.busy}
          onClick={() => {
            setBought(step)
            void repeat.act(step)
          }}
        >
          {words.again(step)}
        </Button>
      ))}
      {run.status === 'processing' && (
        <AskedButton title={words.endTitle} act={words.end} run={end}>
          <p>{words.endText}</p>
        </AskedButton>
      )}
      {repeat.problem && !isUncertain && <ProblemNote problem={repeat.problem} />}
      {isUncertain && bought && (
        <ConfirmDialog
          title={words.buyAgain}
          act={words.again(bought)}
          run={() => rerun(bought, true)}
          onClose={repeat.clear}
        >
          <p>{words.buyText}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Earlier({ name, path }: { name: string; path: string }) {
  const runs = useGet<RunList>(`${path}/runs`).data?.runs ?? []
  if (runs.length < 2) return null
  return (
    <Section title={words.all}>
      <Table
        caption={`${words.all}: ${name}`}
        rows={runs}
        keyOf={({ runId }) => runId}
        columns={[
          { head: words.began, cell: ({ startedAt }) => <Time at={startedAt} /> },
          { head: words.version, cell: ({ packVersion }) => `v${packVersion}` },
          {
            head: words.outcome,
            cell: ({ outcome, status }) => <Outcome outcome={outcome} status={status} />,
          },
          { head: words.why, cell: ({ stopReason = '–' }) => states.reason(stopReason) },
        ]}
      />
    </Section>
  )
}
