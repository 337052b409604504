// What remains to be done, what is due first, and what operators did.
import type { OpenAgenda } from '#src/journey/lifecycle/agenda-schema.ts'
import { Badge, Time } from '../../parts/inline.tsx'
import { Lines, Section } from '../../parts/page.tsx'
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
        <Lines
          rows={tasks}
          keyOf={({ key }) => key}
          line={({ key, does, held }) => (
            <span title={key}>
              {states.does(does)} {held && <Badge kind="warn">{words.held[held]}</Badge>}
            </span>
          )}
          end={({ dueAt }) => <Time at={dueAt} />}
        />
      </div>
      {acts.length > 0 && (
        <details>
          <summary class="soft small">{words.acts}</summary>
          <Lines
            rows={acts}
            keyOf={({ at }) => at}
            line={({ act, reason }) => `${words.act[act]}: ${reason}`}
            end={({ at }) => <Time at={at} />}
          />
        </details>
      )}
    </Section>
  )
}
