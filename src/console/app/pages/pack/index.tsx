// One pack: a version of it in parts, what is live, and what awaits a second person.
import { useState } from 'preact/hooks'
import type { ListedName } from '#src/journey/registry/schema.ts'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/query.ts'
import { Button } from '../../parts/button.tsx'
import { Page as Frame } from '../../parts/page.tsx'
import { Waiting } from '../../parts/problem-note.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useAddress } from '../../shell/address.ts'
import { useSession } from '../../shell/session.ts'
import { useWords } from '../../words/words.ts'
import { Live } from '../packs/index.tsx'
import { NewPack } from '../packs/new-pack.tsx'
import { isOfService, mainVersion, packPage, packPath } from '../packs/paths.ts'
import { packWords } from '../packs/words.ts'
import { Audit } from './audit.tsx'
import { Awaiting } from './awaiting.tsx'
import { Backtests } from './backtests.tsx'
import { RollOut } from './roll-out.tsx'
import { Runs } from './runs.tsx'
import { Shadow, Statistics } from './statistics.tsx'
import { Cases, Compared, Document, Drawn, Versions } from './version.tsx'
import { onePackWords } from './words.ts'
import '../packs/packs.css'
import './pack.css'

const tabs = ['drawing', 'document', 'cases', 'versions', 'difference', 'statistics', 'shadow', 'backtests', 'runs', 'audit'] as const // prettier-ignore
type Tab = (typeof tabs)[number]

const againMs = 15_000

export function Page({ name }: { name: string }) {
  const pack = useQuery(`pack ${name}`, () => api.get<ListedName>(packPath(name)), {
    every: againMs,
  })
  if (pack.data) return <Shown pack={pack.data} />
  return (
    <Frame title={name}>
      <Waiting {...pack} />
    </Frame>
  )
}

function Shown({ pack }: { pack: ListedName }) {
  const [words, shared] = [useWords(onePackWords), useWords(packWords)]
  const { can } = useSession()
  const [asked, set] = useAddress(['version', 'tab', 'from', 'rollout', 'backtest'])
  const [isCopying, setCopying] = useState(false)
  const { name, versions } = pack
  const version = Number(asked.version) || mainVersion(pack)
  const tab = tabs.find((one) => one === asked.tab) ?? 'drawing'
  const own = !isOfService(pack)
  const go = (one: Tab, more: { version?: string; from?: string } = {}) =>
    set({ tab: one === 'drawing' ? undefined : one, ...more }, true)
  return (
    <Frame
      title={name}
      lead={
        <>
          {shared.live}: <Live live={pack.live} />
          {pack.shadow !== undefined && ` · ${shared.shadow}: v${pack.shadow}`}
          {!own && ` · ${words.ofService}`}
        </>
      }
      acts={
        <>
          <label class="unseen" for="pack-version">
            {words.shown}
          </label>
          <select
            id="pack-version"
            class="input pack-version"
            value={version}
            onChange={(event) => set({ version: event.currentTarget.value }, true)}
          >
            {versions.toReversed().map((one) => (
              <option key={one.version} value={one.version}>
                {shared.versionOf(one.version)}
              </option>
            ))}
          </select>
          {can('packs:write') && own && (
            <a class="button" href={packPage(name, `/edit?version=${version}`)}>
              {words.edit}
            </a>
          )}
          {can('packs:write') && <Button onClick={() => setCopying(true)}>{words.copy}</Button>}
          {can('packs:live') && (
            <Button kind="main" onClick={() => set({ rollout: String(version) })}>
              {words.rollOut}
            </Button>
          )}
        </>
      }
    >
      {pack.awaiting && <Awaiting pack={pack} awaiting={pack.awaiting} />}
      <Tabs
        label={words.parts}
        tabs={tabs.map((id) => ({ id, label: words.tab[id] }))}
        selected={tab}
        onSelect={(id) => go(id as Tab)}
      >
        <Part
          tab={tab}
          pack={pack}
          version={version}
          from={Number(asked.from) || undefined}
          go={go}
        />
      </Tabs>
      {asked.rollout !== undefined && (
        <RollOut
          pack={pack}
          version={Number(asked.rollout) || version}
          onClose={() => set({ rollout: undefined })}
        />
      )}
      {isCopying && <NewPack packs={[pack]} from={name} onClose={() => setCopying(false)} />}
    </Frame>
  )
}

type PartProps = {
  readonly tab: Tab
  readonly pack: ListedName
  readonly version: number
  /** The older one of a comparison. */
  readonly from: number | undefined
  readonly go: (tab: Tab, more?: { version?: string; from?: string }) => void
}

function Part({ tab, pack, version, from, go }: PartProps) {
  const { name } = pack
  switch (tab) {
    case 'drawing':
      return <Drawn name={name} version={version} />
    case 'document':
      return <Document name={name} version={version} />
    case 'cases':
      return <Cases name={name} version={version} />
    case 'versions':
      return <Versions pack={pack} />
    case 'difference':
      return (
        <Compared
          pack={pack}
          version={version}
          from={from}
          onChoose={(more) => go('difference', more)}
        />
      )
    case 'statistics':
      return <Statistics name={name} />
    case 'shadow':
      return <Shadow pack={pack} />
    case 'backtests':
      return <Backtests pack={pack} version={version} />
    case 'runs':
      return <Runs pack={pack} />
    case 'audit':
      return <Audit name={name} />
  }
}
