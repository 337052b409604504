// What became of the test cases of a text: which hold, and which of its parts no case comes to.
import type { z } from 'zod'
import type { PackDraft } from '#src/packs/drafts/schema.ts'
import { Badge } from '../../parts/inline.tsx'
import { Empty } from '../../parts/page.tsx'
import { usePackWords } from './words.ts'

type Report = NonNullable<z.output<typeof PackDraft>['cases']>

export function CaseReport({ report: { held, cases, coverage } }: { report: Report }) {
  const words = usePackWords()
  const { parts, reached, missing } = coverage
  if (cases.length === 0) return <Empty title={words.noCases} />
  return (
    <div class="stack">
      <p>
        <Badge kind={held === cases.length ? 'good' : 'bad'}>
          {words.held(held, cases.length)}
        </Badge>{' '}
        <Badge kind={reached === parts ? 'good' : 'warn'}>{words.coverage(reached, parts)}</Badge>
      </p>
      <ul class="pack-cases">
        {cases.map(({ name, holds, differences }) => (
          <li key={name} data-kind={holds ? undefined : 'bad'}>
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
