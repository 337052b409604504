// One pack: a version in several tabs, the live versions, and the requests that wait for a second person.
import type { JSX } from 'preact'
import type { ListedName } from '#src/journey/registry/schema.ts'
import { useGet } from '../../api/query.ts'
import { Opener } from '../../parts/acts.tsx'
import { Select } from '../../parts/form.tsx'
import { Button } from '../../parts/inline.tsx'
import { Needs, Page as Frame, Waiting } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useAddress } from '../../shell/address.ts'
import { can } from '../../shell/session.ts'
import { Backtests } from '../packs/backtest.tsx'
import { Live, NewPack } from '../packs/index.tsx'
import {
  isOfService,
  mainVersion,
  type OfVersion,
  packPage,
  packPath,
  versionOptions,
} from '../packs/paths.ts'
import { words } from '../packs/words.ts'
import { Audit, Runs } from './runs.tsx'
import { Awaiting, RollOut } from './roll-out.tsx'
import { Shadow, Statistics } from './statistics.tsx'
import { Cases, Compared, Document, Drawn, Versions } from './version.tsx'
import '../packs/packs.css'
import './pack.css'

type Part = { readonly shown: (props: OfVersion) => JSX.Element; readonly scope?: string }

/** The content of each tab, with a scope if not every reader of packs may see it. */
const parts = {
  drawing: { shown: Drawn },
  document: { shown: Document },
  cases: { shown: Cases },
  versions: { shown: Versions },
  difference: { shown: Compared },
  statistics: { shown: Statistics, scope: 'reports:read' },
  shadow: { shown: Shadow, scope: 'reports:read' },
  backtests: { shown: Backtests, scope: 'reports:read' },
  runs: { shown: Runs, scope: 'reports:read' },
  audit: { shown: Audit, scope: 'audit:read' },
} satisfies Record<string, Part>
// Safe because they are the keys of the object above.
const tabs = Object.keys(parts) as (keyof typeof parts)[]

export function Page({ name }: { name: string }) {
  const pack = useGet<ListedName>(packPath(name), { every: 15_000 })
  if (pack.data) return <Whole pack={pack.data} />
  return (
    <Frame title={name}>
      <Waiting {...pack} />
    </Frame>
  )
}

function Whole({ pack }: { pack: ListedName }) {
  const [asked, set] = useAddress(['version', 'tab', 'rollout'])
  const version = Number(asked.version) || mainVersion(pack)
  const tab = tabs.find((one) => one === asked.tab) ?? 'drawing'
  const { shown: Shown, scope }: Part = parts[tab]
  const part = <Shown pack={pack} version={version} />
  return (
    <Frame
      title={pack.name}
      lead={
        <>
          {words.live}: <Live live={pack.live} />
          {pack.shadow !== undefined && ` · ${words.shadow}: v${pack.shadow}`}
          {isOfService(pack) && ` · ${words.ofService}`}
        </>
      }
      acts={<Acts pack={pack} version={version} />}
    >
      {pack.awaiting && <Awaiting pack={pack} awaiting={pack.awaiting} />}
      <Tabs
        label={words.parts}
        tabs={words.tab}
        selected={tab}
        onSelect={(id) => set({ tab: id === 'drawing' ? undefined : id }, true)}
      >
        {scope ? <Needs scope={scope}>{part}</Needs> : part}
      </Tabs>
      {asked.rollout !== undefined && (
        <RollOut
          pack={pack}
          version={Number(asked.rollout) || version}
          onClose={() => set({ rollout: undefined })}
        />
      )}
    </Frame>
  )
}

function Acts({ pack, version }: OfVersion) {
  const [, set] = useAddress(['version', 'rollout'])
  const { name } = pack
  return (
    <>
      <Select
        aria-label={words.shown}
        value={String(version)}
        options={versionOptions(pack, words.versionOf)}
        onPick={(chosen) => set({ version: chosen }, true)}
      />
      {can('packs:write') && !isOfService(pack) && (
        <a class="button" href={packPage(name, `/edit?version=${version}`)}>
          {words.edit}
        </a>
      )}
      {can('packs:write') && (
        <Opener act={words.duplicate}>
          {(onClose) => <NewPack packs={[pack]} from={name} onClose={onClose} />}
        </Opener>
      )}
      {can('packs:live') && (
        <Button kind="main" onClick={() => set({ rollout: String(version) })}>
          {words.rollOut}
        </Button>
      )}
    </>
  )
}
