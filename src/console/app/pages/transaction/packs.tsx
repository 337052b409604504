// The runs of packs of a transaction, each with its failed modules, which can be run again.
import type { TimelineEntry } from '#src/journey/journal/schema.ts'
import type { ListedRun } from '#src/packs/history/schema.ts'
import { api, stale, useQuery } from '../../api/query.ts'
import { ActButton } from '../../parts/acts.tsx'
import { Outcome, Time } from '../../parts/inline.tsx'
import { Lines, ProblemNote, Section } from '../../parts/page.tsx'
import { can } from '../../shell/session.ts'
import { states } from '../../words/states.ts'
import { packPath, runPage } from '../packs/paths.ts'
import { words } from './words.ts'

type Named = ListedRun & { readonly pack: string }

export function Packs({ id, entries }: { id: string; entries: readonly TimelineEntry[] }) {
  const started = entries.filter(({ kind }) => kind === 'pack-started')
  const names = [...new Set(started.map(({ outcome = '' }) => outcome.replace(/@\d+$/, '')))]
  const key = names.length === 0 ? undefined : `transaction ${id} runs ${names.join()}`
  const { data = [], problem } = useQuery(key, () => readRuns(id, names), { every: 5_000 })
  if (names.length === 0) return null
  return (
    <Section title={words.packs}>
      {problem && <ProblemNote problem={problem} />}
      <div class="card">
        <Lines
          rows={data}
          keyOf={({ runId }) => runId}
          line={(run) => <Run id={id} run={run} failed={failedOf(entries, run.runId)} />}
          end={({ startedAt }) => <Time at={startedAt} />}
        />
      </div>
    </Section>
  )
}

async function readRuns(id: string, names: readonly string[]): Promise<Named[]> {
  const found = await Promise.all(
    names.map(async (pack) => {
      const { runs } = await api.get<{ runs: ListedRun[] }>(packPath(pack, `${id}/runs`))
      return runs.map((run) => ({ ...run, pack }))
    }),
  )
  return found.flat().toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))
}

/** The modules of the run whose last entry is a failure. */
function failedOf(entries: readonly TimelineEntry[], runId: string): string[] {
  const last = new Map<string, string>()
  for (const { ref, kind, module } of entries)
    if (ref === runId && module && kind.startsWith('module-')) last.set(module, kind)
  return [...last].flatMap(([module, kind]) => (kind === 'module-failed' ? [module] : []))
}

type RunProps = { readonly id: string; readonly run: Named; readonly failed: readonly string[] }

function Run({ id, run, failed }: RunProps) {
  const { pack, packVersion, status, outcome, stopReason, waitingFor } = run
  const rerun = async (module: string) => {
    await api.post(packPath(pack, `${id}/modules/${encodeURIComponent(module)}/rerun`))
    stale(`transaction ${id}`)
  }
  return (
    <>
      <a href={runPage(pack, id)}>
        {pack} {packVersion}
      </a>{' '}
      <Outcome outcome={outcome} status={status} />{' '}
      <span class="soft small" title={stopReason}>
        {stopReason ? states.reason(stopReason) : waitingFor.map(states.what).join(', ')}
      </span>
      {can('transactions:write') &&
        failed.map((module) => (
          <ActButton key={module} act={`${words.again}: ${module}`} run={() => rerun(module)} />
        ))}
    </>
  )
}
