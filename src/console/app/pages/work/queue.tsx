// One queue of the page: its newest entries, and a link to all of them.
import type { ComponentChildren } from 'preact'
import { useQuery } from '../../api/query.ts'
import { Badge } from '../../parts/inline.tsx'
import { Lines, Loading, ProblemNote } from '../../parts/page.tsx'
import { words } from './words.ts'

export type Line = {
  readonly key: string
  readonly href: string
  readonly name: ComponentChildren
  readonly at: ComponentChildren
}

export type QueueProps = {
  readonly title: string
  readonly scope: string
  readonly load: () => Promise<Line[]>
  /** The path of the page that lists all entries of the queue. */
  readonly all: string
  readonly isTrouble?: boolean
}

/** The lists are reloaded rarely, because each reading is audited. */
const everyMs = 30_000
const shownMax = 8

export function Queue({ title, load, all, isTrouble = false }: QueueProps) {
  const { data, problem, reload } = useQuery(`work ${title}`, load, { every: everyMs })
  return (
    <section class="card work-queue" data-calm={data?.length === 0} aria-label={title}>
      <div class="section-head">
        <h2>{title}</h2>
        {data && (
          <Badge kind={data.length === 0 ? 'good' : isTrouble ? 'bad' : 'info'}>
            {data.length === 0 ? words.fine : data.length}
          </Badge>
        )}
      </div>
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {!data && !problem && <Loading />}
      <Lines
        rows={data?.slice(0, shownMax)}
        keyOf={({ key }) => key}
        line={({ href, name }) => <a href={href}>{name}</a>}
        end={({ at }) => at}
      />
      {data && data.length > shownMax && <a href={all}>{words.all}</a>}
    </section>
  )
}
