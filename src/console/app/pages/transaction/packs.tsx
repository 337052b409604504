// The runs of packs of a transaction, each with the modules that failed and may be run again. Reading starts none.
import type { TimelineEntry } from '#src/journey/journal/schema.ts'
import type { ListedRun } from '#src/packs/history/schema.ts'
import { api } from '../../api/client.ts'
import { stale, useAct, useQuery } from '../../api/query.ts'
import { Button, Outcome, Time } from '../../parts/inline.tsx'
import { ProblemNote, Section } from '../../parts/page.tsx'
import { useSession } from '../../shell/session.ts'
import { useStates } from '../../words/states.ts'
import { useTransactionWords } from './words.ts'

type Named = ListedRun & { readonly pack: string }

const everyMs = 5_000

export function Packs({ id, entries }: { id: string; entries: readonly TimelineEntry[] }) {
  const words = useTransactionWords()
  const started = entries.filter(({ kind }) => kind === 'pack-started')
  const names = [...new Set(started.map(({ outcome = '' }) => outcome.replace(/@\d+$/, '')))]
  const key = names.length === 0 ? undefined : `transaction ${id} runs ${names.join()}`
  const { data = [], problem } = useQuery(key, () => readRuns(id, names), { every: everyMs })
  if (names.length === 0) return null
  return (
    <Section title={words.packs}>
      {problem && <ProblemNote problem={problem} />}
      <ul class="transaction-lines card">
        {data.map((run) => (
          <li key={run.runId}>
            <RunLine id={id} run={run} failed={failedOf(entries, run.runId)} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

async function readRuns(id: string, names: readonly string[]): Promise<Named[]> {
  const found = await Promise.all(
    names.map(async (pack) => {
      const path = `/v1/packs/${encodeURIComponent(pack)}/${id}/runs`
      const { runs } = await api.get<{ runs: ListedRun[] }>(path)
      return runs.map((run) => ({ ...run, pack }))
    }),
  )
  return found.flat().toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))
}

/** Modules of the run whose last word is that they failed. */
function failedOf(entries: readonly TimelineEntry[], runId: string): string[] {
  const last = new Map<string, string>()
  for (const { ref, kind, module } of entries)
    if (ref === runId && module && kind.startsWith('module-')) last.set(module, kind)
  return [...last].flatMap(([module, kind]) => (kind === 'module-failed' ? [module] : []))
}

type LineProps = { readonly id: string; readonly run: Named; readonly failed: readonly string[] }

function RunLine({ id, run, failed }: LineProps) {
  const words = useTransactionWords()
  const states = useStates()
  const { can } = useSession()
  const { act, busy, problem } = useAct(async (module: string) => {
    const path = `/v1/packs/${encodeURIComponent(run.pack)}/${id}/modules/${encodeURIComponent(module)}/rerun`
    await api.post(path)
    stale(`transaction ${id}`)
  })
  const { pack, packVersion, status, outcome, stopReason, waitingFor, startedAt } = run
  return (
    <>
      <span>
        <a href={`/console/packs/${encodeURIComponent(pack)}/runs/${id}`}>
          {pack} {packVersion}
        </a>{' '}
        <Outcome outcome={outcome} status={status} />{' '}
        <span class="soft small" title={stopReason}>
          {stopReason ? states.reason(stopReason) : waitingFor.map(states.what).join(', ')}
        </span>
        {can('transactions:write') &&
          failed.map((module) => (
            <Button key={module} busy={busy} onClick={() => void act(module)}>
              {words.again}: {module}
            </Button>
          ))}
        {problem && <ProblemNote problem={problem} />}
      </span>
      <Time at={startedAt} />
    </>
  )
}
