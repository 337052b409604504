// A version of a pack in several forms: drawing, text, test cases, and difference from another version.
import type { PackCaseReport } from '#src/packs/cases/report-schema.ts'
import type { PackDifference } from '#src/packs/difference/schema.ts'
import type { PackSource } from '#src/packs/drafts/schema.ts'
import type { PackStepInWords } from '#src/packs/drawing/schema.ts'
import { api, useGet, useQuery } from '../../api/query.ts'
import { Badge, Button, CodeBlock, Copy, Time } from '../../parts/inline.tsx'
import { Filter } from '../../parts/filter.tsx'
import { Waiting } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { useAddress } from '../../shell/address.ts'
import { CaseReport } from '../packs/reports.tsx'
import { Difference } from '../packs/difference.tsx'
import { Drawing } from '../packs/drawing.tsx'
import { type OfVersion, packPage, packPath, versionOptions } from '../packs/paths.ts'
import { words } from '../packs/words.ts'

const pathOf = ({ pack, version }: OfVersion, rest: string) =>
  packPath(pack.name, `versions/${version}/${rest}`)

export function Drawn(props: OfVersion) {
  const path = pathOf(props, 'drawing')
  const svg = useQuery(`text ${path}`, () => api.text(path))
  const steps = useGet<PackStepInWords>(pathOf(props, 'steps'))
  const label = words.drawingOf(`${props.pack.name} v${props.version}`)
  if (svg.data === undefined || !steps.data)
    return <Waiting problem={svg.problem ?? steps.problem} reload={svg.reload} />
  return <Drawing key={label} label={label} svg={svg.data} steps={steps.data} />
}

export function Document(props: OfVersion) {
  const query = useGet<PackSource>(pathOf(props, 'source'))
  if (!query.data) return <Waiting {...query} />
  const { document, cases } = query.data
  const texts = [[words.tab.document, document], ...(cases ? [[words.tab.cases, cases]] : [])]
  return (
    <div class="stack">
      {texts.map(([label = '', text = '']) => (
        <div key={label}>
          <p class="acts">
            <strong>{label}</strong>
            <Copy text={text} />
          </p>
          <CodeBlock text={text} label={label} />
        </div>
      ))}
    </div>
  )
}

export function Cases(props: OfVersion) {
  const query = useGet<PackCaseReport>(pathOf(props, 'cases'))
  if (!query.data) return <Waiting {...query} />
  return (
    <div class="stack">
      <p>
        <Button onClick={query.reload}>{words.runAgain}</Button>
      </p>
      <CaseReport report={query.data} />
    </div>
  )
}

export function Versions({ pack }: OfVersion) {
  const { name, live, shadow, versions } = pack
  const stateOf = (version: number) => {
    const share = live.find((one) => one.version === version)
    if (share) return <Badge kind="good">{words.inPercent(share.percent)}</Badge>
    return version === shadow && <Badge kind="info">{words.shadow}</Badge>
  }
  const compare = (version: number) => {
    const before = versions.findLast((one) => one.version < version)?.version
    if (before === undefined) return null
    const address = packPage(name, `?tab=difference&from=${before}&version=${version}`)
    return <a href={address}>{words.compare}</a>
  }
  return (
    <Table
      caption={words.tab.versions}
      rows={versions.toReversed()}
      keyOf={({ version }) => String(version)}
      hrefOf={({ version }) => packPage(name, `?version=${version}`)}
      columns={[
        { head: words.version, cell: ({ version }) => `v${version}` },
        { head: words.live, cell: ({ version }) => stateOf(version) },
        { head: words.published, cell: ({ publishedAt }) => <Time at={publishedAt} /> },
        {
          head: words.by,
          from: 'medium',
          cell: ({ publishedBy: by }) => (by === 'service' ? words.theService : by),
        },
        { head: words.why, from: 'medium', cell: ({ message = '–' }) => message },
        { head: words.difference, cell: ({ version }) => compare(version) },
      ]}
    />
  )
}

export function Compared({ pack, version }: OfVersion) {
  const [asked, set] = useAddress(['from', 'version'])
  const others = pack.versions.map((one) => one.version).filter((one) => one !== version)
  // Compares with the version before it, or the first version with the one after it.
  const from =
    Number(asked.from) || (others.findLast((one) => one < version) ?? others[0] ?? version)
  const path = pathOf({ pack, version }, 'difference')
  const query = useGet<PackDifference>(path, { asked: { from } })
  const options = versionOptions(pack)
  return (
    <>
      <Filter
        fields={[
          { name: 'from', label: words.from, options, isRequired: true },
          { name: 'version', label: words.to, options, isRequired: true },
        ]}
        values={{ from: String(from), version: String(version) }}
        onChange={(chosen) => set(chosen, true)}
      />
      {query.data ? (
        <Difference difference={query.data} heads={[`v${from}`, `v${version}`]} />
      ) : (
        <Waiting {...query} />
      )}
    </>
  )
}
