import type { z } from 'zod'
import type { PackDraft } from '#src/packs/drafts/schema.ts'
import { Badge } from '../../parts/badge.tsx'
import { Empty } from '../../parts/page.tsx'
import { useWords } from '../../words/words.ts'
import { packWords } from './words.ts'

type Report = NonNullable<z.output<typeof PackDraft>['cases']>

export function CaseReport({ report }: { report: Report }) {
  const words = useWords(packWords)
  const { held, cases, coverage } = report
  const { parts, reached, missing } = coverage
  if (cases.length === 0) return <Empty title={words.noCases} />
  return (
    <div class="pack-stack">
      <p>
        <Badge kind={held === cases.length ? 'good' : 'bad'}>
          {words.held(held, cases.length)}
        </Badge>{' '}
        <Badge kind={reached === parts ? 'good' : 'warn'}>{words.coverage(reached, parts)}</Badge>
      </p>
      <ul class="pack-cases">
        {cases.map(({ name, holds, differences }) => (
          <li key={name} data-holds={holds}>
            <span>
              {holds ? '✓' : '✗'} <span class="unseen">{holds ? words.holds : words.fails}: </span>
              {name}
            </span>
            {differences.map((text) => (
              <span key={text} class="fault" lang="en">
                {text}
              </span>
            ))}
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <details>
          <summary>
            {words.missing} ({missing.length})
          </summary>
          <ul class="pack-missing" lang="en">
            {missing.map((part) => (
              <li key={part}>
                <code>{part}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
