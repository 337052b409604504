// Evidence from pictures and sources: results, the record and the pictures. The record and the pictures are loaded only
// on request, because each view is audited.
import { useState } from 'preact/hooks'
import type { TimelineEntry } from '#src/journey/journal/schema.ts'
import type { LivenessResult, RedocResult } from '#src/biometrics/examinations/schema.ts'
import type { BackgroundCheck } from '#src/screening/background-check/schema.ts'
import { api, useQuery } from '../../api/query.ts'
import { Badge, type BadgeKind, Button, kindOf } from '../../parts/inline.tsx'
import { Lines, Needs, Pairs, pairsOf, ProblemNote, Section, Waiting } from '../../parts/page.tsx'
import { PersonPictures } from '../../parts/picture.tsx'
import { states } from '../../words/states.ts'
import { facts } from '../reviews/fact-words.ts'
import { words } from './words.ts'

type Answer = Omit<BackgroundCheck['services'][number], 'name'>
type Said = { readonly kind: BadgeKind; readonly outcome: string }

export function Results({ id, entries }: { id: string; entries: readonly TimelineEntry[] }) {
  const has = (kind: string) => entries.some((entry) => entry.kind === kind)
  const [pictures, checks] = [has('examination-taken'), has('check-opened')]
  const key = pictures || checks ? `transaction ${id} results ${pictures} ${checks}` : undefined
  const load = () => readResults(`/v1/transaction/${id}`, { pictures, checks })
  const { data, problem } = useQuery(key, load, { every: 10_000 })
  if (key === undefined) return null
  /** What a source has found; that it has answered says nothing of the person. */
  const answerOf = ({ status, failure, result, values }: Answer): Said => {
    const hits = result?.matches?.filter(({ match, dismissed }) => match && !dismissed).length
    if (hits !== undefined) return { kind: hits > 0 ? 'bad' : 'good', outcome: words.hits(hits) }
    if (failure) return { kind: kindOf(status), outcome: states.trouble(failure) }
    if (status !== 'completed') return { kind: kindOf(status), outcome: states.status(status) }
    const isFound = result !== undefined || values !== undefined
    return isFound
      ? { kind: 'quiet', outcome: states.status(status) }
      : { kind: 'warn', outcome: words.unlisted }
  }
  const rows = data && [
    ...data.livenesses.map(({ id: of, livenessStatus: status, reasons }) => ({
      key: of,
      name: words.liveness,
      kind: verdictKind(status === 1, status === 2),
      outcome: facts.value('liveness.status', status),
      more: reasons,
    })),
    ...data.documents.map(({ id: of, documentType, result, rank, alerts }) => ({
      key: of,
      name: `${words.document} ${documentType}`,
      kind: verdictKind(result === 'Aprovado', result === 'Reprovado'),
      outcome: `${states.status(result.toLowerCase())} ${rank ?? ''}`,
      more: alerts,
    })),
    ...data.checks.flatMap(({ backgroundCheckId, services }) =>
      services.map(({ name, ...service }) => ({
        key: `${backgroundCheckId} ${name}`,
        name: `${words.check}: ${states.what(name)}`,
        ...answerOf(service),
        more: [],
      })),
    ),
  ]
  return (
    <Section title={words.results}>
      {problem && <ProblemNote problem={problem} />}
      <div class="card">
        <Lines
          rows={rows}
          keyOf={({ key }) => key}
          line={({ name }) => name}
          end={({ kind, outcome, more }) => (
            <>
              <Badge kind={kind}>{outcome}</Badge> <span class="small">{more.join(', ')}</span>
            </>
          )}
        />
      </div>
    </Section>
  )
}

const verdictKind = (isGood: boolean, isBad: boolean): BadgeKind =>
  isGood ? 'good' : isBad ? 'bad' : 'warn'

async function readResults(
  path: string,
  { pictures, checks }: { pictures: boolean; checks: boolean },
) {
  const [livenesses, documents, ordered] = await Promise.all([
    pictures ? api.get<LivenessResult[]>(`${path}/facial-biometrics/liveness`) : [],
    pictures ? api.get<RedocResult[]>(`${path}/redoc`) : [],
    checks ? api.get<BackgroundCheck[]>(`${path}/backgroundcheck`) : [],
  ])
  return { livenesses, documents, checks: ordered }
}

export function Evidence({ id }: { id: string }) {
  const [shown, setShown] = useState<'record' | 'pictures'>()
  return (
    <Section
      title={words.evidence}
      acts={(['record', 'pictures'] as const).map((one) => (
        <Button
          key={one}
          title={words.audited}
          aria-expanded={shown === one}
          onClick={() => setShown(shown === one ? undefined : one)}
        >
          {words[one]}
        </Button>
      ))}
    >
      {shown === 'record' && <PersonRecord id={id} />}
      {shown === 'pictures' && (
        <Needs scope="images:read">
          <PersonPictures transactionId={id} />
        </Needs>
      )}
    </Section>
  )
}

function PersonRecord({ id }: { id: string }) {
  const load = () => api.get<Record<string, unknown>>(`/v1/transaction/${id}`)
  const { data, problem } = useQuery(`transaction ${id} record`, load)
  if (!data) return <Waiting problem={problem} />
  const items = pairsOf(data).filter(([name]) => name !== 'id')
  return (
    <div class="card">
      <Pairs items={items} />
    </div>
  )
}
