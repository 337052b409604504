// What remains to be done, what is due first, and what operators did.
import type { OpenAgenda } from '#src/journey/lifecycle/agenda-schema.ts'
import { Badge, Time } from '../../parts/inline.tsx'
import { Section } from '../../parts/page.tsx'
import { useStates } from '../../words/states.ts'
import { useTransactionWords } from './words.ts'

export function Agenda({ agenda }: { agenda: OpenAgenda }) {
  const words = useTransactionWords()
  const states = useStates()
  const { tasks, acts = [] } = agenda
  return (
    <Section title={words.remains}>
      <div class="card">
        {tasks.length === 0 && <p class="soft">{words.done}</p>}
        <ul class="transaction-lines">
          {tasks.map(({ key, does, module, dueAt, held }) => (
            <li key={key} title={key}>
              <span>
                {states.does(does)} {module && <span class="soft small">{module}</span>}{' '}
                {held && <Badge kind="warn">{words.held[held]}</Badge>}
              </span>
              <Time at={dueAt} />
            </li>
          ))}
        </ul>
      </div>
      {acts.length > 0 && (
        <details>
          <summary class="soft small">{words.acts}</summary>
          <ul class="transaction-lines">
            {acts.map(({ act, at, reason }) => (
              <li key={at}>
                <span>
                  {words.act[act]}: {reason}
                </span>
                <Time at={at} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}
