// Keys of programs and sessions of people: made, listed, ended.
import { Page as Frame, Needs } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useAddress } from '../../shell/address.ts'
import { useSession } from '../../shell/session.ts'
import { useShellWords } from '../../shell/words.ts'
import { ApiKeys } from './api-keys.tsx'
import { Sessions } from './sessions.tsx'
import { useKeyWords } from './words.ts'
import './keys.css'

const places = ['keys', 'sessions'] as const

export function Page() {
  const words = useKeyWords()
  const name = useShellWords().page.keys
  const [{ tab }, set] = useAddress(['tab'])
  const { can } = useSession()
  const usual = can('keys:write') ? 'keys' : 'sessions'
  const selected = places.find((one) => one === tab) ?? usual
  return (
    <Frame title={name} lead={words.lead}>
      <Tabs
        label={name}
        selected={selected}
        tabs={places.map((id) => ({ id, label: words.tabs[id] }))}
        onSelect={(id) => set({ tab: id === usual ? undefined : id })}
      >
        {selected === 'sessions' ? (
          <Sessions />
        ) : (
          <Needs scope="keys:write">
            <ApiKeys />
          </Needs>
        )}
      </Tabs>
    </Frame>
  )
}
